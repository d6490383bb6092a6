"""What a man may do, who notices it and with what dice is what a second reading of the ledger says, in positions thrown
together on the boards of all missions (the reading itself is in `second_reading.py`).
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

import sandtable
from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.tiles import CRATES, HEDGE
from sandtable.games.rogue_regiment.rules import r04_turn as turn
from sandtable.games.rogue_regiment.rules import r05_sprint as sprinting
from sandtable.games.rogue_regiment.state import (
    ACTIVE,
    BARREL,
    BATTLE,
    CORPSE,
    NOTHING,
    OFF,
    OPERATOR,
    STEALTH,
    WAITING,
    Regiment,
    changed,
)
from sandtable.kernel.flow import Action, Event, legal, play
from tests.rogue_regiment.models.operators import LAND, Man, Reading, Square, far, finders, ground_of, plus, turns

GAME = sandtable.load("rogue-regiment")


# --- positions thrown together


def thrown(s: Regiment, rng: random.Random) -> int:
    """Men, units, barrels, a dump, blasts, bodies and items are put about near one square; the man who acts, or OFF."""
    g, grid = ground_of(s.layout), s.grid
    men = [m for m in range(len(s.m_kind)) if s.m_state[m] in (ACTIVE, WAITING)]
    middle = rng.choice([p for p, kind in g.kind.items() if kind in LAND])
    near = [p for p, kind in g.kind.items() if far(p, middle) <= 6 and kind in LAND]
    steep = [p for p, kind in g.kind.items() if far(p, middle) <= 2 and kind in (HEDGE, CRATES)]
    held = {(grid.xs[v], grid.ys[v]) for v in s.u_at if v >= 0}  # by who may stay where he is
    free = [p for p in rng.sample(near, len(near)) if p not in held]
    if not men or len(free) < 40:
        return OFF
    s.radios, s.mines, s.traps, s.papers, s.c_at = (), (), (), (), (OFF,) * len(s.c_at)
    dump = {plus(free[0], by) for by in ((0, 0), (1, 0), (0, 1), (1, 1))}
    s.lay(dumps=((grid.at(*free[0]), 4),) if rng.random() < 0.6 and all(g.kind.get(p) in LAND for p in dump) else ())
    free = [p for p in free if p not in dump]
    s.barrels, s.pumps = tuple(grid.at(*free.pop()) for _ in range(rng.randrange(3))), ()
    s.lay(blasts=tuple(grid.at(*rng.choice(near)) for _ in range(rng.randrange(2))))
    s.lay(corpses=tuple(grid.at(*rng.choice(free)) for _ in range(rng.randrange(3))))
    s.m_done, s.u_cig, s.u_react = (0,) * len(s.m_done), (0,) * len(s.u_cig), (0,) * len(s.u_react)
    s.m_aim, s.m_mark[:], s.m_mark_at = ((),) * len(s.m_aim), [OFF] * len(s.m_mark), (OFF,) * len(s.m_mark_at)
    hands = [rng.randrange(2) for _ in s.stock]
    s.stock = tuple(1 if item % len(data.ITEMS) == 0 else hands[item] for item in range(len(s.stock)))
    s.stock = tuple(0 if item % len(data.ITEMS) in LEFT_OUT else n for item, n in enumerate(s.stock))
    s.m_car = s.m_seat = (OFF,) * len(s.m_car)
    s.m_swim, s.m_object = (0,) * len(s.m_swim), (NOTHING,) * len(s.m_object)
    for m in men:
        s.put(m, grid.at(*(rng.choice(steep) if steep and rng.random() < 0.2 else free.pop())))
        s.m_state[m], s.m_low[m], s.m_spotted[m] = ACTIVE, int(rng.random() < 0.3), rng.randrange(2)
        s.m_ap[m] = rng.randrange(5)
        if not s.m_low[m] and s.is_operator(m) and rng.random() < 0.3:
            s.m_object = changed(s.m_object, m, rng.choice((CORPSE, BARREL)))
    s.m_health = tuple(rng.randint(1, 5) if n > 0 else n for n in s.m_health)
    s.m_shot, s.m_spear = tuple(rng.randrange(2) for _ in s.m_shot), tuple(rng.randrange(2) for _ in s.m_spear)
    for u, kind in enumerate(s.u_kind):
        if data.LENGTH[kind] or kind == data.MORTAR or s.u_at[u] in s.stage.spawn_squares:
            s.move(u, OFF)
        elif s.u_at[u] >= 0 and free and rng.random() < 0.6:
            s.u_at[u], s.u_face[u], s.u_alert[u] = grid.at(*free.pop()), rng.randrange(4), rng.randrange(2)
    m, reading = rng.choice(men), Reading(s)
    close = [grid.at(*p) for p in near if far(p, reading.at(s.m_at[m])) <= 2] or [s.m_at[m]]
    lying = [rng.choice((s.m_at[m], *rng.choices(close, k=3))) for _ in range(4)]
    s.corpses, s.papers = (*s.corpses, lying[0]), (lying[1],)
    s.traps, s.mines = ((lying[2], rng.choice(men), rng.randrange(2)),), ((lying[3], rng.choice(men)),)
    while found := [u for u in reading.units if not s.u_alert[u] and reading.bodies_seen(u)]:
        s.u_alert[found[0]] = 1  # nobody sees a body and stays calm
    if s.section == BATTLE:
        s.m_spotted[men[0]] = 1
    s.meter = 9
    s.forget()
    return m


def positions(seed: int, most: int) -> Iterator[tuple[Regiment, int, random.Random]]:
    """Positions of all missions with random rulings, each with a man who acts."""
    rng = random.Random(seed)
    count = 0
    while count < most:
        scenario = rng.choice([one for one in GAME.scenarios() if not data.MISSIONS[one.id].packs])
        rulings = ("alert_blocks_operator_los", "sprint_noise_from_start", "speargun_when_spotted")
        s = GAME.start(
            scenario.id,
            seed=rng.randrange(999),
            options={"ties": "ask"} | {name: rng.choice(("on", "off")) for name in rulings},
        )
        assert isinstance(s, Regiment)
        while type(s.choice) is not turn.Act and legal(s):
            play(s, rng.choice(legal(s)))
        for _ in range(6 if legal(s) else 0):
            twin = s.clone()
            m = thrown(twin, rng)
            if m >= 0:
                twin.agenda[-1], twin.offered = turn.Act(m), None
                count += 1
                yield twin, m, rng


LEFT_OUT = (data.I_SCUBA, data.I_CIGARETTE, *range(data.I_DOCUMENTS + 1, len(data.ITEMS)))
"""What the model does not hand out: it knows the base game, and water and cigarettes have tests of their own."""
HANDLING = {"move-take", "sprint-take", "pick-up", "place", "place-move", "move-place"}
VERBS = {"move", "sprint", "climb", "pop-up", "crouch", "recover", "break-cover", "pop-attack", "blind-fire", "attack",
         "attack-move", "aim", "move-attack"}  # fmt: skip


@pytest.mark.clause("RR-1.24", "RR-5.10", "RR-6.2", "RR-6.12", "RR-8.4", "RR-8.9", "RR-8.13", "RR-8.14", "RR-8.18")
def test_what_a_man_may_do_is_what_a_second_reading_says() -> None:
    met: set[str] = set()
    for seed in range(3):
        for s, m, _ in positions(seed, 60):
            man = Man(s, m)
            known = [action for action in legal(s) if action[0] in VERBS | HANDLING]
            offered = {action[:3] if action[0].startswith("sprint") else action for action in known}
            if man.here in man.taken and not any(action[0] in ("move", "sprint") for action in offered):
                continue  # he has no points, or smoke has shut him in
            assert offered == man.offers(), (seed, s.setup.scenario, s.man(m), man.name(man.here))
            met |= {action[0] for action in offered}
    assert met == VERBS | HANDLING


def way_of(man: Man, action: Action) -> list[tuple[Square, int]]:
    """The squares of an action with how the man crouches on each; a sprint by its only shortest way, else none."""
    verb, here, low = action[0], man.here, int(man.low)
    if verb == "sprint":
        ways = man.sprints(here)[man.square(action[2])]
        named = [[here, *map(man.square, (*action[3:], action[2]))]]
        ways = [way for way in ways if len(way) == min(map(len, ways))] if len(action) == 3 else named
        return [(p, 0) for p in ways[0]] if len(ways) == 1 else []
    if verb in ("move", "climb", "move-attack"):
        return [(here, low), (man.square(action[2]), low)]
    if verb == "attack-move":
        return [(here, low), (man.square(action[4]), low)]
    return [(here, low), (here, {"crouch": 1, "pop-up": 0, "pop-attack": 0}.get(verb, low))]


@pytest.mark.clause("RR-5.3", "RR-9.5", "RR-9.21")
def test_a_sprint_is_offered_by_one_way_for_every_different_set_of_those_who_notice_it() -> None:
    back = several = 0
    for seed in range(20, 22):
        for s, m, _ in positions(seed, 60):
            man, sprints = Man(s, m), [action for action in legal(s) if action[0] == "sprint"]
            if not sprints:
                continue
            wanted: dict[Square, set[tuple[frozenset[int], ...]]] = {}
            for end, ways in man.sprints(man.here).items():
                if man.may_end(end, man.ap - 2):
                    told = [man.marked([(p, 0) for p in way], False, True) for way in ways]
                    wanted[end] = {(frozenset(seen), frozenset(heard)) for seen, heard in told}
            offered: dict[Square, list[tuple[frozenset[int], ...]]] = {}
            for action in sprints:
                squares = sprinting.named_way(s, m, s.stage.by_name[action[2]], action[3:])
                seen, heard = man.marked([(man.here, 0), *((man.at(v), 0) for v in squares)], False, True)
                offered.setdefault(man.square(action[2]), []).append((frozenset(seen), frozenset(heard)))
            assert {end: set(told) for end, told in offered.items()} == wanted, (seed, s.setup.scenario, s.man(m))
            assert all(len(told) == len(set(told)) for told in offered.values()), "none twice"
            back += len(offered.get(man.here, ()))
            several += sum(len(told) > 1 for told in offered.values())
    assert back > 50 and several > 100


def rolled(events: list[Event], what: str) -> list[tuple[str, int, int, int]]:
    """Who rolled how many dice, with what added and what needed."""
    found = []
    for event in events:
        told = re.match(rf"{{(.*?)}} {what} .*?: ([\d ]+) at (\S+), needs (\d)", event.text)
        if told:
            plus_ = 0 if told[3] == "±0" else int(told[3])
            found.append((told[1], len(told[2].split()), plus_, int(told[4])))
    return found


@pytest.mark.clause("RR-6.5", "RR-9.2", "RR-9.5", "RR-9.13", "RR-9.16", "RR-9.24", "RR-10.1", "RR-10.9", "RR-10.14")
def test_who_notices_an_action_and_answers_it_is_what_a_second_reading_says() -> None:
    met: dict[str, int] = {}
    for seed in range(10, 13):
        for s, m, rng in positions(seed, 70):
            man = Man(s, m)
            options = [a for a in legal(s) if a[0] in VERBS and not any("barrel" in word for word in a)]
            if not options or man.here in man.taken:
                continue
            verbs = sorted({action[0] for action in options})
            verb = rng.choice([verb for verb in verbs if met.get(verb, 0) == min(met.get(verb, 0) for verb in verbs)])
            action = rng.choice([action for action in options if action[0] == verb])
            if way_of(man, action):
                told = compared(s, man, action, rng)
                assert not told, (seed, s.setup.scenario, action, man.name(man.here), told)
                met[verb] = met.get(verb, 0) + 1
    assert set(met) == VERBS and sum(met.values()) > 150


def compared(s: Regiment, man: Man, action: Action, rng: random.Random) -> list[str]:
    """Play an action to its end; how what follows differs from 2.4, 2.7 to 2.9 and 2.11."""
    m, way, calm, told = man.m, way_of(man, action), {u for u in man.units if not s.u_alert[u]}, []
    weapon, target, fired = OFF, OFF, man.here
    if "attack" in action[0] or action[0] == "blind-fire":
        gun, aimed_at = action[3:5] if action[0] == "move-attack" else action[2:4]
        weapon, target = data.WEAPONS.index(gun), s.unit_of(aimed_at)
        fired = way[-1][0] if action[0] == "move-attack" else man.here
    shown = weapon >= 0 or action[0] == "break-cover"  # neither leaves him his camo net
    seen, noise = man.marked(way, shown, action[0] == "sprint")
    earshot = data.EARSHOT[weapon] if weapon >= 0 else 0
    loud = {u for u in man.units if earshot and far(fired, man.where[u]) <= earshot}
    watching = {u: {o for o in man.units if o != u and man.view(o, man.where[u]) <= 1} for u in man.units}
    bodies = {u: man.bodies_seen(u) for u in man.units}
    faced, spotted, section = list(s.u_face), {n for n, on in enumerate(s.m_spotted) if on}, s.section
    nearest: set[int] = set()
    if action[0] == "break-cover":
        spotted.add(m)
        least = min((far(man.where[u], man.here) for u in man.units), default=0)
        nearest = {u for u in man.units if far(man.where[u], man.here) == least and section == STEALTH}
    events = list(play(s, action))
    while type(s.choice) is not turn.Act and s.choice is not None and s.phase == OPERATOR:
        pick = ("accept",) if ("accept",) in legal(s) else rng.choice(legal(s))
        events += play(s, pick)
    if weapon not in (OFF, data.KNIFE):
        added = int(far(fired, man.where[target]) <= data.W_SHORT[weapon]) - 2 * (action[0] == "blind-fire")
        if rolled(events, "fires")[0][1:] != (data.W_DICE[weapon], added, data.W_NEEDS[weapon]):
            told.append(f"dice {rolled(events, 'fires')}, not at {added}")
    if not s.on_foot(m) or s.section != section or s.phase != OPERATOR or type(s.choice) is not turn.Act:
        return told
    after = Man(s, m)
    dead = set(man.units) - set(after.units)
    witnesses = {o for u in dead for o in watching[u]} - dead
    hit = {target} - dead - {OFF}
    seen -= dead
    seen_at_it = witnesses and weapon in (data.KNIFE, data.SPEARGUN)
    if seen or seen_at_it or action[0] == "blind-fire" or (section == BATTLE and earshot):
        spotted.add(m)
    alert = (set(man.units) - calm | seen | noise | loud | hit | witnesses | nearest) - dead
    shouting, gained = (seen | witnesses) & calm, set()
    for u in after.units:
        facings = {faced[u]}
        if u in loud:
            facings = turns(after, u, fired, faced[u])
        if u in noise | hit:  # RR-10.7 a target turns to where the shot came from, whoever hears a man run to the man
            goal = fired if u in hit else after.here
            facings = {f for first in facings for f in turns(after, u, goal, first, u not in hit)}
        if s.u_face[u] not in facings:
            told.append(f"{s.unit(u)} faces {s.u_face[u]}, not {facings}")
        if u in loud | noise | hit:
            sees = after.men_seen(u) - (after.men_seen(u, faced[u]) - ({m} if u in hit else set()))
            gained |= sees
            if u in calm and (sees or after.bodies_seen(u) - bodies[u]):
                shouting.add(u)
    while True:
        alert |= {u for u in after.units if any(far(after.where[u], after.where[o]) <= 4 for o in shouting)}
        shouting = finders(after, alert)
        if not shouting:
            break
    if alert != {u for u in after.units if s.u_alert[u]}:
        told.append(f"alert {sorted(alert)}")
    on = {n for n, yes in enumerate(s.m_spotted) if yes}
    passing = {n for u in hit for f in range(4) for n in after.men_seen(u, f)}  # whom a target sees as it turns twice
    if not spotted | gained <= on <= spotted | gained | passing:
        told.append(f"spotted {sorted(spotted | gained)}, not {sorted(on)}")
    answering = {u for u in seen | {u for u in hit if m in after.men_seen(u)} if u not in calm}
    if {u for u in after.units if s.u_react[u]} != answering:
        told.append(f"answered by {sorted(answering)}")
    for word, dice, added, needs in rolled(events, "reacts to"):
        kind = s.u_kind[s.unit_of(word)]
        if (dice, added, needs) != (data.DICE[kind], after.answer(s.unit_of(word)), data.NEEDS[kind]):
            told.append(f"{word} answers at {added}, not {after.answer(s.unit_of(word))}")
    return told
