"""Chapter 3, setting a mission up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.missions import DIFFICULTIES, PACKS, Objective, Place, Side
from sandtable.games.rogue_regiment.box.tiles import COLOURS
from sandtable.games.rogue_regiment.rules import r01_victory as victory
from sandtable.games.rogue_regiment.rules import r02_obstacles as obstacles
from sandtable.games.rogue_regiment.rules import r04_turn as turn
from sandtable.games.rogue_regiment.rules import r09_notice as notice
from sandtable.games.rogue_regiment.rules import r18_vehicles as vehicles
from sandtable.games.rogue_regiment.rules import r21_cars as cars
from sandtable.games.rogue_regiment.rules import r24_typhoon as typhoon
from sandtable.games.rogue_regiment.rules import r27_stalkers as stalkers
from sandtable.games.rogue_regiment.state import (
    ACTIVE,
    BOUND,
    CREWMAN,
    GUARD,
    OFF,
    PATROLMAN,
    R_OFFICER,
    SEAT,
    SENTRY,
    SUPPORT,
    V_ASSAULT,
    V_GUARD,
    V_PATROL,
    WAITING,
    Regiment,
    changed,
    facing_word,
)
from sandtable.kernel.flow import Action, Choice, Step, act

DUMP_HEALTH = 4  # designed
RADIO_HEALTH = 2  # designed


def add_unit(s: Regiment, kind: int, v: int, facing: int, role: int, colour: int = OFF, link: int = OFF) -> int:
    """RR-3.16 A new Axis unit, not alert."""
    return s.enlist(kind, s.next_number(kind), v, facing, role, colour, link)


def add_man(s: Regiment, kind: int, side: int, v: int, state: int) -> int:
    """RR-3.9, RR-22.2 A new man of the players with what his board gives him."""
    number = 1 + sum([other == kind for other in s.m_kind])
    stock = carried(s, kind, side) if kind < SUPPORT else (0,) * len(data.ITEMS)
    return s.recruit(kind, number, side, v, state, full_health(s, kind), stock)


def equipment(s: Regiment) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """RR-3.10, RR-28.14, RR-28.15 What each side of each board gives."""
    return data.EQUIPMENT_KS if s.stage.ks else data.EQUIPMENT


def carried(s: Regiment, kind: int, side: int) -> tuple[int, ...]:
    """RR-3.9, RR-24.1 What a man has; Nancy has what both sides of her board give, whichever of them is up."""
    sides = equipment(s)[kind]
    return tuple(a + b for a, b in zip(*sides, strict=True)) if kind == data.NANCY else sides[side]


def full_health(s: Regiment, kind: int) -> int:
    """RR-3.9, RR-22.2 The health that a man starts with: his board's, or that of the option."""
    if kind >= SUPPORT:
        return data.SUPPORT_HEALTH[kind - SUPPORT]
    return s.stage.switches.operator_health or data.OPERATOR_HEALTH[kind]


@dataclass(frozen=True)
class SetUp(Step):
    """RR-3.1, RR-3.4, RR-3.12, RR-3.13, RR-3.14, RR-3.6, RR-4.3 Everything that needs no decision; then Operators and
    start points.
    """

    def do(self, s: Regiment) -> None:
        mission = s.stage.mission
        tell_mission(s)
        set_up_axis(s)
        s.lay(barrels=tuple(s.layout.barrels))
        for objective in mission.objectives:
            place_objective(s, objective)
        for n in range(mission.more_guards):
            post_guard(s, n)
        s.meter = full_meter(s)
        s.say("RR-3.12", f"the stealth meter stands at {s.meter}", facts=(("counted", "meter", str(s.meter)),))
        shuffle_deck(s)
        if mission.boat is not None:
            add_car(s, data.BOAT, s.stage.square(mission.boat), mission.boat.facing)
        if mission.truck is not None:
            add_car(s, data.LORRY, s.stage.square(mission.truck), mission.truck.facing)
        support = s.stage.support
        if support == "willys":
            add_car(s, data.WILLYS, willys_place(s), (mission.entry.side + 2) % 4)
        if mission.typhoon:
            s.typhoon = typhoon.ready(s)
        chosen: tuple[Step, ...] = ()
        if len(mission.fixed) < mission.operators:
            chosen = (TakeOperator(), TakeNamed())
        else:
            take_named(s)
        crew = (Crew(0),) if support == "willys" else ()
        lines = tuple(StartPoint(n) for n in range(len(s.layout.lines)))
        hunter = stalkers.set_up(s) if s.stage.jaeger else ()
        s.then(*chosen, Share(), *crew, Friends(support), *lines, *hunter, turn.BeginTurn())


def full_meter(s: Regiment) -> int:
    """RR-3.12, RR-27.1 Where the stealth meter starts: by the difficulty, and against a Jäger where it is easy."""
    return s.stage.mission.meter[0 if s.stage.jaeger else difficulty(s)]


def difficulty(s: Regiment) -> int:
    """RR-3.12 How difficult the players want it: 0 easy, 1 normal, 2 hard."""
    return DIFFICULTIES.index(s.options.get("difficulty", "normal"))


def tell_mission(s: Regiment) -> None:
    """RR-1.1 What the mission is about, and how it is won."""
    mission = s.stage.mission
    s.say("RR-1.1", mission.brief or mission.name)
    for objective in mission.objectives:
        s.say("RR-1.1", f"objective: {victory.objective_words(s, objective)}")
    grades = f"major victory at {mission.major} points, minor at {mission.minor}"
    s.say("RR-1.1", f"{grades}; each Operator who leaves is one more, each who dies one less")


def set_up_axis(s: Regiment) -> None:
    """RR-3.1, RR-3.4, RR-3.13, RR-26.11, RR-27.38 Sentries on all points, then the guards, officers, Stalkers, dogs and
    vehicles of the mission.
    """
    mission = s.stage.mission
    for n, (point, v) in enumerate(s.layout.points):
        add_unit(s, data.RIFLE, v, point.default, SENTRY, point.colour, n)
    for guard in [guard for guard in mission.guards if guard.level <= difficulty(s)]:
        add_unit(s, data.SMG, s.stage.square(guard), guard.facing, GUARD)
    for officer in mission.officers:
        add_unit(s, data.OFFICER, s.stage.square(officer), officer.facing, R_OFFICER)
    for stalker in mission.stalkers:
        add_unit(s, data.STALKER, s.stage.square(stalker), stalker.facing, GUARD)
    for gun in mission.aa:
        add_unit(s, data.AA_GUN, s.stage.square(gun), 0, GUARD)
    for place, count in mission.dogs:
        for _ in range(count):
            v = nearest_free(s, s.stage.square(place))
            if v >= 0:
                add_unit(s, data.DOG, v, place.facing, GUARD)
    park_axis(s)


def park_axis(s: Regiment) -> None:
    """RR-3.4, RR-27.25 The Axis vehicles of the mission: guards stand on the board, the others come by their sides."""
    for n, vehicle in enumerate(s.stage.mission.vehicles):
        kind = data.UNITS.index(vehicle.unit)
        if vehicle.role == "guard" and vehicle.place is not None:
            add_unit(s, kind, s.stage.square(vehicle.place), vehicle.place.facing, V_GUARD, OFF, n)
        else:
            u = add_unit(s, kind, OFF, 0, V_PATROL if vehicle.role == "patrol" else V_ASSAULT, OFF, n)
            s.u_place[u] = 0
            s.u_way[u] = 1
        if s.stage.jaeger and kind in (data.KETTENKRAD, data.HMG_KUBELWAGEN):
            s.u_hunt = changed(s.u_hunt, len(s.u_kind) - 1, 1)


def player_of(s: Regiment, m: int) -> int:
    """RR-1.1, RR-3.15 Which of the 1 to 4 people at the table plays a man: Operators are dealt out in turn, so that
    nobody has two more than another. 0 if one person plays them all, or anybody plays him.
    """
    people = int(s.options.get("players", "1"))
    if people == 1 or not s.is_operator(m):
        return 0
    return 1 + [n for n in range(len(s.m_kind)) if s.is_operator(n)].index(m) % people


@dataclass(frozen=True)
class Share(Step):
    """RR-3.15 Where several people play, the Operators are divided evenly among them."""

    def do(self, s: Regiment) -> None:
        for m in range(len(s.m_kind)):
            if player_of(s, m):
                s.say("RR-3.15", f"{{}} is played by player {player_of(s, m)}", s.man(m))


def add_car(s: Regiment, kind: int, v: int, facing: int) -> int:
    """RR-21.27 A vehicle of the players where the mission puts it."""
    return s.equip(kind, v, facing, data.CAR_HEALTH[kind])


def post_guard(s: Regiment, n: int) -> None:
    """RR-3.4 An extra guard beside the next objective, or beside an officer or a guard of the mission, facing the
    entry.
    """
    mission = s.stage.mission
    places = [objective.place for objective in mission.objectives if objective.place is not None]
    posts = [s.stage.square(place) for place in places or [*mission.officers, *mission.guards]]
    posts = posts or list(s.layout.anchors.values()) or [s.grid.squares[0]]
    v = nearest_free(s, posts[n % len(posts)])
    if v < 0:
        return
    u = add_unit(s, data.SMG, v, 0, GUARD)
    s.face(u, notice.facings_to(s, u, s.stage.entry[1])[0])


def willys_place(s: Regiment) -> int:
    """RR-1.23, RR-21.25 The Willys waits on the two left places of the entry tile, its front row at the edge of the
    board.
    """
    return s.stage.entry[0] if s.stage.mission.entry.side in (2, 3) else s.stage.entry[3]


@dataclass(frozen=True)
class Crew(Choice):
    """RR-21.25 Who starts in the Willys, man by man: a driver is compulsory, and beside it is room for two."""

    man: int

    clause = "RR-21.25"
    owner = SEAT
    sets_up = True

    def _car(self, s: Regiment) -> int:
        return s.c_kind.index(data.WILLYS)

    def offer(self, s: Regiment) -> list[Action]:
        c, m = self._car(s), self.man
        name = s.man(m)
        seats = [act("seat", name, data.SEATS[data.WILLYS][seat]) for seat in cars.free_seats(s, c)]
        driver = cars.in_seat(s, c, 0) >= 0
        walking = sum(1 for n in range(m) if s.m_car[n] < 0)
        if walking >= 2:
            return seats[:1] if not driver and m == len(s.m_kind) - 1 else seats
        if m == len(s.m_kind) - 1 and not driver:
            return seats[:1]
        return [*seats, act("walk", name)]

    def chosen(self, s: Regiment, action: Action) -> None:
        c, m = self._car(s), self.man
        if action[0] == "seat":
            cars.sit(s, m, c, data.SEATS[data.WILLYS].index(action[2]))
        else:
            beside = [v for v in s.stage.entry if v not in obstacles.car_squares(s, c) and v not in s.m_at[:m]]
            s.put(m, beside[0])
        if m + 1 < len(s.m_kind):
            s.then(Crew(m + 1))

    def propose(self, s: Regiment) -> Action:
        """The first two walk, who serve most missions well; the next drives."""
        options = self.offer(s)
        return options[-1] if options[-1][0] == "walk" else options[0]

    def ask(self, s: Regiment) -> str:
        return f"{{{s.man(self.man)}}}: which seat of the Willys, or on foot?"


@dataclass(frozen=True)
class Friends(Step):
    """RR-22.1, RR-22.2, RR-24.21 Resistance or SAS units stand where the mission puts them, if they are taken;
    prisoners sit bound in their cells.
    """

    support: str

    def do(self, s: Regiment) -> None:
        mission = s.stage.mission
        groups = []
        if self.support == "resistance" and mission.resistance is not None:
            groups.append((*mission.resistance, ACTIVE, data.RESISTANCE))
        if self.support == "sas" and mission.sas is not None:
            groups.append((*mission.sas, ACTIVE, data.SAS))
        if mission.prisoners is not None:
            groups.append((*mission.prisoners, BOUND, data.RESISTANCE))
        if self.support == "support-willys" and mission.support is not None:
            park_support(s, mission.support)
        for place, count, state, kind in groups:
            for _ in range(count):
                v = nearest_free(s, s.stage.square(place))
                if v < 0:
                    break
                m = add_man(s, SUPPORT + kind, state, v, state)
                s.say(
                    "RR-22.1",
                    "{} is on {}",
                    s.man(m),
                    s.place(s.m_at[m]),
                    facts=(("placed", s.man(m), s.place(s.m_at[m])),),
                )


def park_support(s: Regiment, side: Side) -> None:
    """RR-24.36, RR-24.37 The Support Willys waits beside the board with its crew, who never get out."""
    state = vehicles.outside(s, side, data.CAR_LENGTH[data.SUPPORT_WILLYS])
    c = add_car(s, data.SUPPORT_WILLYS, state >> 2, state & 3)
    for seat in data.CAR_CREW[data.SUPPORT_WILLYS]:
        cars.sit(s, add_man(s, CREWMAN, 0, OFF, WAITING), c, seat)


def shuffle_deck(s: Regiment) -> None:
    """RR-3.13, RR-14.21 The deck is shuffled; with an event window a/b the special card goes among the b cards below
    the first a.
    """
    first, second = s.stage.mission.window
    cards = list(s.stage.cards)
    s.shuffle(cards)
    if second:
        middle = [*cards[first : first + second], data.SPECIAL]
        s.shuffle(middle)
        cards = cards[:first] + middle + cards[first + second :]
    else:
        s.special_out = 1
    cards.reverse()
    s.deck = tuple(cards)


def place_objective(s: Regiment, objective: Objective) -> None:
    """RR-2.14 Dumps, radio sets, documents and the fuel pump stand where the objectives name them."""
    if objective.place is None:
        return
    v = s.stage.square(objective.place)
    match objective.kind:
        case "dump":
            s.lay(dumps=(*s.dumps, (dump_corner(s, objective.place, v), DUMP_HEALTH)))
        case "radio":
            s.lay(radios=(*s.radios, (v, RADIO_HEALTH)))
        case "rat-bomb" if objective.other is not None:
            s.lay(radios=(*s.radios, (s.stage.square(objective.other), RADIO_HEALTH)))
        case "documents":
            s.lay(papers=(*s.papers, v))
        case "pump":
            if v not in s.barrels:
                s.lay(barrels=(*s.barrels, v))
            s.pumps = (*s.pumps, s.barrels.index(v))


def dump_corner(s: Regiment, place: Place, v: int) -> int:
    """RR-2.14 A dump has its anchor as north-west square in the tile's own frame and turns with the tile."""
    quarters = s.layout.turned[place.column, place.row]
    dx, dy = ((0, 0), (-1, 0), (-1, -1), (0, -1))[quarters]
    return v + dx + dy * s.grid.stride


def take_operator(s: Regiment, name: str, side: str) -> None:
    """RR-3.10, RR-1.22 An Operator with one side of his board, on the next free place of the entry tile."""
    places = [v for v in s.stage.entry if v not in s.m_at]
    m = add_man(s, data.OPERATORS.index(name), "AB".index(side), places[0], WAITING)
    s.m_face = changed(s.m_face, m, (s.stage.mission.entry.side + 2) % 4)
    stands = ("placed", name, s.place(places[0]))
    s.say("RR-3.10", f"{{}} comes with side {side} of the Operator board", name, facts=(stands,))


# Who comes along, the most wanted first: those with grenades. They are taken in the order of their boards, and who is
# taken leaves out those before him: of three, Paddy, Hawke and Wick come.
THROWERS: Final = (("jock", "B"), ("paddy", "A"), ("wick", "B"), ("hawke", "B"))
CREW: Final = (("paddy", "A"), ("wick", "B"), ("jock", "A"), ("hawke", "B"))


def boards(s: Regiment) -> list[int]:
    """RR-3.10 The Operators of the base game and of the expansions that are on."""
    packs = s.stage.mission.packs
    return [kind for kind, pack in enumerate(data.OPERATOR_PACK) if pack < 0 or PACKS[pack] in packs]


@dataclass(frozen=True)
class TakeOperator(Choice):
    """RR-3.10, RR-3.11 Where the mission leaves it open, the players choose Operators and sides one by one, in the
    order of the boards.
    """

    clause = "RR-3.10"
    owner = SEAT
    sets_up = True

    def offer(self, s: Regiment) -> list[Action]:
        wanted = free_choices(s) - len(s.m_kind)
        last = max(s.m_kind, default=-1)
        named = [data.OPERATORS.index(name) for name, _ in s.stage.mission.fixed]
        found = []
        left = [kind for kind in boards(s) if kind > last and kind not in named]
        for kind in left[: len(left) - wanted + 1]:
            found += [act("take", data.OPERATORS[kind], side) for side in ("A", "B")]
        return found

    def chosen(self, s: Regiment, action: Action) -> None:
        take_operator(s, action[1], action[2])
        if len(s.m_kind) < free_choices(s):
            s.then(self)

    def propose(self, s: Regiment) -> Action:
        """Those who serve most missions well, each with the side that does; in an ambush those who throw."""
        options = self.offer(s)
        for one in THROWERS if s.stage.mission.type == "ambush" else CREW:
            if ("take", *one) in options:
                return ("take", *one)
        return options[0]

    def ask(self, s: Regiment) -> str:
        left = free_choices(s) - len(s.m_kind)
        next_ones = list(dict.fromkeys(action[1] for action in self.offer(s)))
        if len(next_ones) == 1:
            more = f" ({left - 1} more after that)" if left > 1 else ""
            return f"With which side of the board does {{{next_ones[0]}}} come?{more}"
        many = f"{left} more Operators, each" if left > 1 else "one more Operator"
        return f"Choose {many} with a side of the board: who is next?"

    def label(self, s: Regiment, action: Action) -> str:
        """A man and a side by what they bring."""
        if action[0] != "take":
            return ""
        brought = [
            data.ITEM_TITLE[item] + (f" ×{number}" if number > 1 else "")
            for item, number in enumerate(carried(s, data.OPERATORS.index(action[1]), "AB".index(action[2])))
            if number
        ]
        return f"{{{action[1]}}}, side {action[2]}: {', '.join(brought)}"


def free_choices(s: Regiment) -> int:
    """RR-3.11 How many Operators the players choose; others the mission names."""
    return s.stage.mission.operators - len(s.stage.mission.fixed)


def take_named(s: Regiment) -> None:
    """RR-3.11, RR-24.54 The Operators whom the mission names come with the sides it names."""
    for name, side in s.stage.mission.fixed:
        take_operator(s, name, side)


@dataclass(frozen=True)
class TakeNamed(Step):
    """RR-3.11 Those whom the mission names come after those of the players' choice."""

    def do(self, s: Regiment) -> None:
        take_named(s)


@dataclass(frozen=True)
class StartPoint(Choice):
    """RR-3.2, RR-3.3 A Rifleman stands on the start point of his line that the players choose."""

    line: int

    clause = "RR-3.3"
    owner = SEAT
    sets_up = True

    def offer(self, s: Regiment) -> list[Action]:
        line = s.layout.lines[self.line]
        found: list[Action] = []
        for at, _ in line.starts:
            v = line.squares[at]
            if not obstacles.is_occupied(s, v):
                found.append(("start", s.stage.names[v]))
        return found or [("start", s.stage.names[line.squares[line.starts[0][0]]])]

    def chosen(self, s: Regiment, action: Action) -> None:
        line = s.layout.lines[self.line]
        v = s.stage.by_name[action[1]]
        at = line.squares.index(v)
        facing = next(f for place, f in line.starts if place == at)
        u = add_unit(s, data.RIFLE, v, facing, PATROLMAN, line.colour, self.line)
        s.u_place[u] = at
        s.u_way[u] = 1 if line.ways[4 * at + facing] == 1 else 0
        s.say(
            "RR-3.2",
            "{} patrols from {}",
            s.unit(u),
            action[1],
            facts=(("placed", s.unit(u), action[1]), ("turned", s.unit(u), facing_word(facing))),
        )

    def propose(self, s: Regiment) -> Action:
        """The point that is farthest from where the Operators come in; of equals the first on the line."""
        options, entry = self.offer(s), s.stage.entry[1]
        best = options[0]
        for action in options[1:]:
            if s.grid.distance(s.stage.by_name[action[1]], entry) > s.grid.distance(s.stage.by_name[best[1]], entry):
                best = action
        return best

    def ask(self, s: Regiment) -> str:
        line = s.layout.lines[self.line]
        places = [f"{s.place(line.squares[at])} facing {notice.COMPASS[facing]}" for at, facing in line.starts]
        return f"Where does the patrol of this {COLOURS[line.colour]} line start: {' or '.join(places)}?"


def nearest_free(s: Regiment, v: int) -> int:
    """RR-1.3, RR-3.2 A free square at or nearest to another, within the same room or out of doors, row by row; one
    elsewhere if that is full, and none where a patrol may start. OFF if the whole board is full.
    """
    taken = obstacles.occupied(s) | s.things.shut
    for line in s.layout.lines:
        for at, _ in line.starts:
            taken |= 1 << line.squares[at]
    free = [w for w in s.grid.squares if not taken >> w & 1 and s.layout.enterable(w, 0)]
    near = [w for w in free if s.layout.room[w] == s.layout.room[v]]
    return min(near or free, key=lambda w: s.grid.distance(v, w), default=OFF)
