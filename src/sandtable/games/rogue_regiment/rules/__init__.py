"""The rules of Rogue Regiment, one file a chapter of its book or a part of one; chapters may know one another.

r01_victory.py    which objectives are met, what they are worth, and how a mission ends
r02_obstacles.py  what stands in the way; r02_sight.py who sees whom; r02_cover.py what covers a man
r03_setup.py      setting a mission up
r04_turn.py       the turn, its phases, and a man's actions
r05_movement.py   moving; r05_sprint.py the ways of a sprint
r06_targets.py    whom a man can attack; r06_attack.py attacks, dice and hits; r07_marks.py aim and marked attacks
r08_carry.py      crouching, carrying and placing; r11_actions.py recovering and breaking cover
r09_notice.py     who hears and sees an action; r10_reactions.py who fires back; r12_alarm.py the meter and the alarm
r13_advance.py    the Advance Phase; r13_position.py where a unit goes; r13_walk.py how it goes there
r14_events.py     the Event Phase; r15_patrol.py the Patrol Phase; r17_end.py the End Phase
r16_attacks.py    the Attack Phase; r16_arms.py what each unit attacks with
r18_vehicles.py   Axis vehicles; r18_routes.py on their routes; r18_advance.py alert
r19_units.py      mortar teams
r20_items.py      items; r20_grenades.py, r20_placed.py and r20_blasts.py what explodes; r20_scuba.py the water
r21_cars.py       the players' vehicles; r21_drives.py how they drive; r21_guns.py how they fire
r23_checking.py   what is wrong with a mission that reads well
r24_disguise.py   They Who Dare: Nancy; r24_talk.py how she talks; r24_guns.py HMG teams; r24_typhoon.py the Typhoon
r25_failure.py    mechanical failure; r25_howitzers.py howitzers; r25_transport.py and r25_unload.py the troop transport
r26_dogs.py       dogs; r26_flames.py flamethrowers
r27_hand.py       the Jäger's cards; r27_tokens.py what they do; r27_hunters.py the units that he moves;
                  r27_stalkers.py Stalkers; r27_carriers.py Kettenkrad and Sturmboot
r28_launchers.py  Panzerfaust and Grenade Infantry; r28_aircraft.py the Anti Aircraft Truck
acts.py           what an action of a man is: a verb with its price and the states in which it may be done
order.py          who of several units goes first; ties.py what is equal for the Axis, and how it is settled
"""
