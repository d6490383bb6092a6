"""What may come of an action: hits, wounds, who sees and hears it, the alarm; counted over all dice, or about, over
some.

An action is played on copies that end with it, so that no card is drawn and no other phase begins. Small questions on
the way (which unit turns which way, reacts first, takes a hit) get their first answer; a rabbit's foot is kept, no
second gun fires, and no blast sets off a barrel.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.rules import r04_turn as turn
from sandtable.games.rogue_regiment.rules import r05_movement as movement
from sandtable.games.rogue_regiment.rules import r06_attack as attack
from sandtable.games.rogue_regiment.rules import r07_marks as marks
from sandtable.games.rogue_regiment.rules import r09_notice as notice
from sandtable.games.rogue_regiment.rules import r10_reactions as reactions
from sandtable.games.rogue_regiment.rules import r12_alarm as alarm
from sandtable.games.rogue_regiment.rules import r20_blasts as blasts
from sandtable.games.rogue_regiment.rules import r20_grenades as grenades
from sandtable.games.rogue_regiment.rules import r20_items as items
from sandtable.games.rogue_regiment.rules import r21_cars as cars
from sandtable.games.rogue_regiment.rules import r21_drives as driving
from sandtable.games.rogue_regiment.rules import r21_guns as guns
from sandtable.games.rogue_regiment.rules import r24_typhoon as typhoon
from sandtable.games.rogue_regiment.rules import r25_unload as unload
from sandtable.games.rogue_regiment.state import (
    ATTACKED,
    BATTLE,
    DEAD,
    ENSNARED,
    NOISE,
    SEAT,
    SEEN,
    SMELT,
    SUPPORT,
    TURNED,
    Regiment,
)
from sandtable.kernel.flow import Action, Choice, Event, act, advance, begin, legal, play
from sandtable.kernel.odds import count

NAMED: Final = 4
EXACT: Final = 1600  # runs: four dice in full
UNNOTICED: Final = "nobody sees or hears it"

# Links of chains, and what vehicles and the Typhoon do, whose odds are counted too; verbs of a man say it themselves.
# What only leads on to a question has no odds of its own.
COUNTED: Final = ("floor", "fire", "at", "to", "by", "attack-drive", "face", "burns", "strafe", "rocket", "fly")
STEALTHY: Final = ("to", "by", "floor")
"""Those of which it is worth telling that nobody notices them."""
SMALL: Final = (
    notice.Way, reactions.WhoReacts, attack.Spend, guns.CarSpend, blasts.SpendBlast, items.UseLuck,
    items.TurnDie, unload.WhereOut, grenades.FaceThrow, alarm.Nominate, cars.TakeSeat, guns.MoreGuns, guns.MoreMarks,
    guns.WithWhat, typhoon.StrafeHits,
)  # fmt: skip
AFTERWARDS: Final = (turn.Act, cars.CarAct, marks.Window, typhoon.Run, typhoon.Parting, typhoon.SecondRocket)
NO: Final = (("accept",), ("done",))


@dataclass(frozen=True)
class Halt(Choice):
    """Where a copy stops: the action is over."""

    owner = SEAT

    def offer(self, s: Regiment) -> list[Action]:
        return [act("stay"), act("done")]


def carry_out(twin: Regiment, action: Action) -> list[Event]:
    """An action alone, with the small questions that it brings; what would come after it is left out."""
    begin(twin)
    choice = twin.agenda[-1]
    assert isinstance(choice, Choice), "odds are asked at a choice"
    twin.agenda = [Halt()]
    choice.chosen(twin, action)
    twin.due = [step for step in twin.due if not isinstance(step, AFTERWARDS)]
    if action[0] != "fly":
        twin.due = [step for step in twin.due if not isinstance(step, typhoon.Fly)]  # an attack alone
    advance(twin)
    events = list(twin.events)
    while isinstance(twin.choice, SMALL):
        events += play(twin, small_answer(legal(twin)))
    return events


def small_answer(options: list[Action]) -> Action:
    """RR-6.19, RR-20.32, RR-21.4 The answer to a small question: no rather than yes, else the first. Barrels that are
    all there is left to hit are left alone.
    """
    if attack.SPARE in options and all(words == attack.SPARE or words[1].startswith("barrel-") for words in options):
        return attack.SPARE
    return next((no for no in NO if no in options), options[0])


def title(s: Regiment, u: int) -> str:
    """The name of a unit as players read it."""
    return f"{data.UNIT_TITLE[s.u_kind[u]]} {s.u_no[u]}"


WAKING: Final = ("RR-9.2", "RR-9.13", "RR-9.17", "RR-9.24")
"""Clauses by which units turn alert that the man who acts did not wake himself: noise, witnesses, shouts, bodies."""


ROLLS: Final = ("RR-6.5", "RR-20.56", "RR-24.29")
"""Clauses by which dice are rolled for hits."""


def sum_up(before: Regiment, after: Regiment, events: list[Event]) -> str:
    """RR-6.5, RR-3.17, RR-9.2, RR-9.4, RR-9.5, RR-9.16 In a few words how an action turned out: who is hit, who sees
    and hears it, and what it costs.
    """
    parts = [*_hits(before, after, events), *_noticed(before, after, events)]
    men = range(len(before.m_kind))
    spotted = [m for m in men if after.m_spotted[m] and not before.m_spotted[m]]
    if spotted:
        parts.append(", ".join(_man(before, m) for m in spotted) + " spotted")
    for m in men:
        if after.m_state[m] == DEAD and before.m_state[m] != DEAD:
            parts.append(f"{_man(before, m)} killed")
        elif after.m_health[m] < before.m_health[m]:
            parts.append(f"{_man(before, m)} loses {before.m_health[m] - after.m_health[m]} health")
    for c in range(len(before.c_kind)):
        if after.c_health[c] < before.c_health[c]:
            parts.append(f"{data.CAR_TITLE[before.c_kind[c]]} loses {before.c_health[c] - after.c_health[c]}")
    if before.typhoon and after.typhoon[typhoon.HEALTH] < before.typhoon[typhoon.HEALTH]:
        lost = before.typhoon[typhoon.HEALTH] - after.typhoon[typhoon.HEALTH]
        down = not after.typhoon[typhoon.HEALTH]
        parts.append("the Typhoon is shot down" if down else f"the Typhoon loses {lost} health")
    if after.section == BATTLE and before.section != BATTLE:
        parts.append("the alarm sounds")
    return "; ".join(parts)


def _hits(before: Regiment, after: Regiment, events: list[Event]) -> list[str]:
    """Which units go down, which are hit."""
    known, parts = range(len(before.u_kind)), list[str]()
    dead = [u for u in known if before.alive(u) and not after.alive(u)]
    hurt = [u for u in known if after.alive(u) and after.u_health[u] < before.u_health[u]]
    parts += [f"{title(before, u)} down" for u in dead] + [f"{title(before, u)} hit" for u in hurt]
    held = [u for u in known if after.u_cig[u] == ENSNARED and after.alive(u)]
    if not dead and held and any(event.clause == "RR-24.16" for event in events):
        parts.append(_titles(before, held) + " held fast")
    elif not dead and not hurt and any(event.clause in ROLLS for event in events):
        parts.append("no hit")
    return parts


def _noticed(before: Regiment, after: Regiment, events: list[Event]) -> list[str]:
    """Which units see it, smell it, hear it, or are woken by others. Infantry within earshot of a shot turns, alert
    before or not; so does who was attacked, even out of earshot.
    """
    seen, heard, woken, smelt = set[int](), set[int](), set[int](), set[int]()
    for u in range(len(before.u_kind)):
        mark = after.u_mark[u] if after.here(u) else 0
        if mark & SEEN:
            seen.add(u)
        if mark & SMELT:
            smelt.add(u)
        elif mark & NOISE or (mark & TURNED and not mark & ATTACKED):
            heard.add(u)
    for event in events:
        for fact in event.facts:
            if fact[0] == "flipped" and fact[2] == "alert" and event.clause in WAKING:
                (heard if event.clause == "RR-9.2" else woken).add(after.unit_of(fact[1]))
    told = (
        ("seen by", seen), ("smelt by", smelt - seen), ("heard by", heard - seen), ("alerts", woken - heard - seen),
    )  # fmt: skip
    return [f"{how} {_titles(before, sorted(units))}" for how, units in told if units]


def _titles(s: Regiment, units: list[int]) -> str:
    """Units by name; a shot that wakes half a camp names nobody."""
    return ", ".join(title(s, u) for u in units) if len(units) <= NAMED else f"more than {NAMED} units"


GISTS: Final = {
    "seen by": "somebody sees it", "smelt by": "somebody smells it", "heard by": "somebody hears it",
    "alerts": "others are alerted",
}  # fmt: skip


def gist(part: str) -> str:
    """RR-9.2 Among many ways it matters that somebody notices, and not who."""
    return next((told for how, told in GISTS.items() if part.startswith(how)), part)


def _man(s: Regiment, m: int) -> str:
    if s.is_operator(m):
        return data.OPERATOR_TITLE[s.m_kind[m]]
    return f"{data.SUPPORT_TITLE[s.m_kind[m] - SUPPORT]} {s.m_no[m]}"


def odds(s: Regiment, action: Action) -> dict[str, float] | None:
    """RR-6.5, RR-10.9 The ways an action may turn out; None where it leads to no result of its own."""
    known = turn.all_acts().get(action[0])
    if not (known.counted if known is not None else action[0] in COUNTED):
        return None
    stealthy = known.stealthy if known is not None else action[0] in STEALTHY
    fire = expected_fire(s, action)
    suffix = f"; fired at, {fire:.1f} hits expected" if fire else ""

    def told(before: Regiment, after: Regiment, events: list[Event]) -> str:
        if isinstance(after.choice, driving.DriveBy):
            return ""  # there is more than one way
        text = sum_up(before, after, events)
        return (text or UNNOTICED) + suffix if stealthy else text

    runs = 0 if action[0] in ("face", "rocket") else EXACT  # a scatter has too many ways
    return count(s, action, told, runs, carry_out, UNNOTICED)


# --- reaction fire, by formula


def expected_fire(s: Regiment, action: Action) -> float:
    """RR-10.1, RR-10.9, RR-10.10 How many hits the reaction attacks on a move, sprint, climb or swim score on
    average.

    The man goes his way on a copy; then each unit that reacts is asked for its dice, number and modifier.
    """
    known = turn.all_acts().get(action[0])
    if not isinstance(known, movement.Movement) or len(action) < 3:
        return 0.0
    twin = s.clone()
    twin.listen = False
    twin.agenda = [Halt()]
    m = twin.man_of(action[1])
    twin.then(Halt())  # else what follows the move is done at once
    known.perform(twin, m, action)
    # What follows the move itself: who noticed it. The reactions are counted, not rolled.
    twin.due = [step for step in twin.due if isinstance(step, notice.After)]
    advance(twin)
    while isinstance(twin.choice, SMALL):
        play(twin, legal(twin)[0])
    if not twin.on_board(m):
        return 0.0
    return sum(
        hits(*reactions.expected(twin, u, m)) for u in range(len(twin.u_kind)) if reactions.may_react(twin, u, m)
    )


def hits(dice: int, needs: int, modifier: int) -> float:
    """RR-3.7 How many of some dice succeed on average."""
    return dice * max(0, min(6, 7 - (needs - modifier))) / 6
