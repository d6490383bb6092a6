"""Chapter 14, the Event Phase: one card a turn, its stealth or its battle panel."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.missions import MIXED
from sandtable.games.rogue_regiment.box.tiles import BLACK, COLOURS
from sandtable.games.rogue_regiment.rules import r02_sight as sight
from sandtable.games.rogue_regiment.rules import r03_setup as setup
from sandtable.games.rogue_regiment.rules import r04_turn as turn
from sandtable.games.rogue_regiment.rules import r07_marks as marks
from sandtable.games.rogue_regiment.rules import r08_carry as carry
from sandtable.games.rogue_regiment.rules import r09_notice as notice
from sandtable.games.rogue_regiment.rules import r12_alarm as alarm
from sandtable.games.rogue_regiment.rules import r18_routes as routes
from sandtable.games.rogue_regiment.rules import r18_vehicles as vehicles
from sandtable.games.rogue_regiment.rules import r20_placed as placed
from sandtable.games.rogue_regiment.rules import r24_typhoon as typhoon
from sandtable.games.rogue_regiment.rules import r25_failure as failure
from sandtable.games.rogue_regiment.rules import r27_hand as hand
from sandtable.games.rogue_regiment.rules import r27_tokens as tokens
from sandtable.games.rogue_regiment.rules import ties
from sandtable.games.rogue_regiment.state import (
    BATTLE,
    EVENT,
    OFF,
    PATROLMAN,
    SEAT,
    SENTRY,
    SHOUTED,
    STEALTH,
    TROOPER,
    WAS_ALERT,
    Regiment,
)
from sandtable.kernel.flow import Action, Choice, Step, act


@dataclass(frozen=True)
class EventPhase(Step):
    """RR-14.1, RR-7.9, RR-7.17 Draw, then marked attacks, then the effect, then bombs."""

    def do(self, s: Regiment) -> None:
        turn.phase(s, EVENT, "RR-14.1")
        marks.begin_phase(s)
        hunter = (hand.Instead(),) if s.stage.jaeger else ()
        above = (typhoon.Arrives(),) if s.typhoon else ()
        s.then(Draw(), *hunter, marks.Instant(OFF), Effect(), placed.Bombs(), *above, turn.EndAction())


@dataclass(frozen=True)
class Draw(Step):
    """RR-14.1, RR-14.2, RR-14.3, RR-3.6, RR-14.28 The top card; an empty deck is shuffled anew."""

    def do(self, s: Regiment) -> None:
        if not s.deck:
            s.passes += 1
            cards = sorted(s.discards)
            s.shuffle(cards)
            s.deck, s.discards = tuple(cards), ()
            s.say("RR-14.3", "the deck is shuffled anew")
        s.card, s.deck = s.deck[-1], s.deck[:-1]
        s.drawn_in = s.section
        s.bombs = tuple((v, k - 1, owner) for v, k, owner in s.bombs)
        if s.typhoon:
            typhoon.count_down(s)
        if s.section == STEALTH:
            s.token = BLACK if s.token == OFF else 1 - s.token
            s.say(
                "RR-14.2", f"the patrol token shows {COLOURS[s.token]}", facts=(("counted", "token", COLOURS[s.token]),)
            )
        words = data.panel_words(panel(s))
        s.reveal("an event card")
        s.say("RR-14.4", f"event: {words}", facts=(("shown", f"card-{s.card + 1}"),))


def panel(s: Regiment) -> data.Panel:
    """RR-14.4, RR-27.9 The panel of the card drawn, or of the Jäger's card in its place, that applies: the left one in
    Stealth, the right one in Battle.
    """
    if s.j_used >= 0:
        return hand.panel(s.j_used, s.drawn_in)
    return (s.stage.stealth if s.drawn_in == STEALTH else s.stage.battle)[s.card]


@dataclass(frozen=True)
class Effect(Step):
    """RR-14.4, RR-12.14, RR-12.21, RR-14.28 The panel takes effect, unless a marked shot has raised the alarm since
    the draw.
    """

    def do(self, s: Regiment) -> None:
        shown = panel(s)
        if s.card == data.SPECIAL:
            s.special_out = 1
        else:
            s.discards = (*s.discards, s.card)
        dropped = s.drawn_in == STEALTH and s.section == BATTLE and s.card != data.SPECIAL
        s.card = OFF
        hunting = s.j_used >= 0
        s.j_used = OFF
        if dropped:
            s.say("RR-12.21", "the alarm cancels the event")
            return
        notice.begin(s)
        if hunting:
            tokens.take_effect(s, shown)
        else:
            take_effect(s, shown)


def take_effect(s: Regiment, shown: data.Panel) -> None:
    """RR-14.4 What the panel of a card says happens."""
    match shown[0]:
        case data.P_ROTATE | data.P_PATROL | data.P_SWEEP:
            s.u_done[:] = [0] * len(s.u_done)
            s.then(Rotations(shown), alarm.Check())
        case data.P_SPAWN:
            spawn(s, shown[1], list(shown[2:]))
        case data.P_ALARM:
            alarm.count(s, "RR-14.14", "the event moves it")
            s.then(alarm.Check())
        case data.P_CIGARETTE:
            s.then(Cigarette())
        case data.P_FAILURE:
            s.then(failure.TakeToken())
        case data.P_SPECIAL:
            routes.special(s)


# --- turning by cards


def turns_by(s: Regiment, u: int, shown: data.Panel) -> bool:
    """RR-14.5, RR-14.8, RR-14.17, RR-14.23, RR-14.26, RR-18.33 Whether a card turns a unit: its colour, at its
    post, nobody in its sight.
    """
    if s.u_colour[u] != shown[1] or s.u_cig[u] or not s.here(u):
        return False
    if shown[0] == data.P_PATROL:
        if s.u_role[u] != PATROLMAN or s.layout.lines[s.u_link[u]].squares[s.u_place[u]] != s.u_at[u]:
            return False
    elif s.u_role[u] != SENTRY or s.layout.points[s.u_link[u]][1] != s.u_at[u]:
        return False
    if shown[0] == data.P_SWEEP:
        return not sight.men_seen(s, u)
    if s.u_alert[u] and not s.stage.switches.rotate_engaged_units:
        seen = sight.men_seen(s, u)
        return not any(seen >> m & 1 and s.m_spotted[m] for m in range(len(s.m_kind)))
    return True


@dataclass(frozen=True)
class Rotations(Step):
    """RR-14.5, RR-14.8, RR-14.23 One unit after another turns; whom a card turns is asked of the board each time."""

    panel: tuple[int, ...]

    def do(self, s: Regiment) -> None:
        if s.drawn_in != s.section and s.drawn_in == STEALTH:
            return
        shown = self.panel
        role = PATROLMAN if shown[0] == data.P_PATROL else SENTRY
        colours, wanted, done, ready = s.u_colour, shown[1], s.u_done, []
        for u in s.in_role(role):
            if colours[u] == wanted and not done[u] and turns_by(s, u, shown):
                ready.append(u)
        if not ready:
            return
        if find_nobody(s, ready):
            for u in ready:  # nobody finds anybody, so one does not change what another does
                turn_by_card(s, u, shown)
            return
        if len(ready) > 1 and any(would_see(s, u, shown[2]) for u in ready):
            s.then(WhoTurns(shown, tuple(ready)))
        else:
            turn_by_card(s, ready[0], shown)  # if there are others, nobody finds anybody in any order
        s.then(self)


def find_nobody(s: Regiment, units: list[int]) -> bool:
    """Whether there is nobody whom one of some units could see, whichever way it turns."""
    worth, rows, places = sight.worth_a_look(s), s.layout.eyes.rows[2], s.u_at
    return not any(rows[places[u]] & worth or (s.cars.wooded and sight.may_see(s, places[u])) for u in units)


def turn_by_card(s: Regiment, u: int, shown: data.Panel) -> None:
    """RR-14.5, RR-14.23 A card turns one unit."""
    s.u_done[u] = 1
    if shown[0] == data.P_SWEEP:
        sweep(s, u, shown[2])
    else:
        rotate(s, u, quarters_of(s, u, shown), shown[2])


def may_see(s: Regiment, u: int) -> bool:
    """Whether a man or a body is where the terrain lets a unit see it, whichever way it faces."""
    return sight.may_see(s, s.u_at[u])


def would_see(s: Regiment, u: int, way: int) -> bool:
    """Whether a unit that turns all round would come to see somebody or a body it does not see now."""
    if not may_see(s, u):
        return False
    before, found = s.u_face[u], False
    men, bodies = sight.in_sight(s, u)
    for quarter in (1, 2, 3):
        s.face(u, (before + way * quarter) % 4)
        seen, lying = sight.in_sight(s, u)
        found = found or bool(seen & ~men or lying & ~bodies)
    s.face(u, before)
    return found


@dataclass(frozen=True)
class WhoTurns(ties.Tie):
    """RR-14.5, RR-14.8, RR-14.23 The units that a card turns do so in the order that the players choose."""

    panel: tuple[int, ...]
    units: tuple[int, ...]

    clause = "RR-14.5"
    owner = SEAT
    tie = True

    def offer(self, s: Regiment) -> list[Action]:
        return [act("turns", s.unit(u)) for u in self.units]

    def chosen(self, s: Regiment, action: Action) -> None:
        turn_by_card(s, s.unit_of(action[1]), self.panel)

    def ask(self, s: Regiment) -> str:
        return "Which unit turns first?"

    def tell_settled(self, s: Regiment, action: Action) -> None:
        ties.first(s, "RR-14.5", action)


def quarters_of(s: Regiment, u: int, shown: data.Panel) -> int:
    """RR-14.5, RR-14.6, RR-14.7, RR-14.8 By how many quarters a unit turns: so many arrows on, or until it faces along
    its line again. From the only arrow of a point the next one is a whole turn away.
    """
    facing, way, quarters = s.u_face[u], shown[2], 0
    if shown[0] == data.P_PATROL:
        wanted = line_facings(s, u)
        number = 1
    else:
        wanted = s.layout.points[s.u_link[u]][0].arrows
        number = shown[3]
    while number:
        quarters += 1
        if (facing + way * quarters) % 4 in wanted:
            number -= 1
    return quarters


def line_facings(s: Regiment, u: int) -> tuple[int, ...]:
    """RR-14.8 The facings along the line of a patrolman who stands on it."""
    return s.layout.lines[s.u_link[u]].facings[s.u_place[u]]


def rotate(s: Regiment, u: int, quarters: int, way: int) -> None:
    """RR-14.9, RR-14.10 A turn by a card, quarter by quarter; who gains sight of a man or a body stops, is alert and
    shouts.
    """
    for _ in range(quarters):
        before = sight.in_sight(s, u)
        notice.turn_unit(s, u, (s.u_face[u] + way) % 4, "RR-14.5")
        if s.u_role[u] == PATROLMAN:
            face_line(s, u)
        if gains(s, u, before):
            return


def face_line(s: Regiment, u: int) -> None:
    """RR-15.2 A patrolman who stands on his line walks on in the direction he faces."""
    way = s.layout.lines[s.u_link[u]].ways[4 * s.u_place[u] + s.u_face[u]]
    if way >= 0:
        s.u_way[u] = way


def gains(s: Regiment, u: int, before: sight.Sight) -> bool:
    """RR-14.9, RR-14.10, RR-15.7, RR-15.8 Whether a unit has newly gained sight of a man or a body, with all that
    follows.
    """
    return finds(s, u, before, sight.in_sight(s, u))


def finds(s: Regiment, u: int, before: sight.Sight, now: sight.Sight) -> bool:
    """RR-14.9, RR-14.10, RR-15.7, RR-15.8 Sight newly gained: the unit is alert and shouts, men seen are spotted."""
    seen = now[0] & ~before[0]
    if not seen and not now[1] & ~before[1]:
        return False
    notices(s, u, seen)
    return True


def notices(s: Regiment, u: int, seen: int) -> None:
    """RR-14.9, RR-14.10 What follows when a unit gains sight of these men or, if there are none, of a body."""
    s.u_mark[u] &= ~SHOUTED
    if not s.u_alert[u]:
        s.u_mark[u] &= ~WAS_ALERT
    else:
        s.u_mark[u] |= WAS_ALERT
    for m in range(len(s.m_kind)):
        if seen >> m & 1:
            notice.spot(s, m, "RR-14.10", f"seen by {{{s.unit(u)}}}")
    notice.alert(s, u, "RR-14.9", "it sees somebody" if seen else "it sees a body")
    notice.shout(s, u)
    notice.find_bodies(s)


def sweep(s: Regiment, u: int, way: int) -> None:
    """RR-14.23, RR-14.24, RR-14.25 A sentry turns all round and stops at the first facing from which it sees an
    Operator.
    """
    start = s.u_face[u]
    for _ in range(3):
        s.face(u, (s.u_face[u] + way) % 4)
        seen = sight.men_seen(s, u)
        if seen:
            facing = s.u_face[u]
            s.face(u, start)
            notice.turn_unit(s, u, facing, "RR-14.25")
            for m in range(len(s.m_kind)):
                if seen >> m & 1:
                    notice.spot(s, m, "RR-14.25", f"found by the sweep of {{{s.unit(u)}}}")
            return
    s.face(u, start)
    s.say("RR-14.24", "{} sweeps and sees nobody", s.unit(u))


# --- spawn tiles and cigarettes


def spawn(s: Regiment, colour: int, kinds: list[int]) -> None:
    """RR-14.11, RR-14.12, RR-14.13, RR-14.22, RR-1.20 Units come to the spawn tile of the colour, nearest places
    first, as many as fit.
    """
    where = colour if colour in s.stage.spawns else MIXED
    places = s.stage.spawns.get(where)
    if places is None:
        s.say("RR-14.11", f"there is no {COLOURS[colour]} spawn tile")
        return
    for kind in kinds:
        if data.LENGTH[kind]:
            vehicles.spawn(s, kind, where, colour)
            continue
        taken = s.axis.calm | s.axis.keen
        free = [v for v in places if not taken >> v & 1]
        if not free:
            s.say("RR-14.12", "the spawn tile is full")
            return
        facing = (s.stage.spawn_sides[where].side + 2) % 4
        u = setup.add_unit(s, kind, free[0], facing, TROOPER, colour)
        if s.section == BATTLE:
            s.rouse(u)
        s.say(
            "RR-14.11" if s.section == STEALTH else "RR-14.22",
            "{} comes to {}",
            s.unit(u),
            s.place(free[0]),
            facts=(("placed", s.unit(u), s.place(free[0])),),
        )


@dataclass(frozen=True)
class Cigarette(Choice):
    """RR-14.15, RR-14.20, RR-14.27 The token goes to an Operator with a free slot, unless it is in play or nobody has
    room.
    """

    clause = "RR-14.15"
    owner = SEAT

    def offer(self, s: Regiment) -> list[Action]:
        if s.cigarette:
            return [act("nothing")]
        found = [
            act("give", "cigarette", s.man(m))
            for m in range(len(s.m_kind))
            if s.is_operator(m) and s.m_state[m] in (0, 1) and carry.has_room(s, m, data.I_CIGARETTE)
        ]
        return found or [act("nothing")]

    def chosen(self, s: Regiment, action: Action) -> None:
        if action == ("nothing",):
            if s.cigarette:
                s.say("RR-14.20", "the cigarette is in play already, so nothing happens")
            else:
                s.say("RR-14.27", "nobody has a slot free for the cigarette, so nothing happens")
            return
        s.cigarette = 1
        m = s.man_of(action[2])
        s.give(m, data.I_CIGARETTE, 1)
        s.say("RR-14.15", "{} takes the cigarette", action[2])

    def ask(self, s: Regiment) -> str:
        return "Who takes the cigarette?"
