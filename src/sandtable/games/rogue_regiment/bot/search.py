"""A player for both sides of Rogue Regiment that thinks ahead.

The Operators' turns are thought about man by man wherever there is something to think about: where a bolder, a more
careful, a content or a stubborn man would do otherwise, where the knife can be used and where a body can be taken up,
and before and after a bang. Then other squares to end the turn on are thought about, too, a grenade thrown from where
he waits, and a run home whoever looks. Each is played on through the Axis phases, after a bang some turns more, and
judged by whether the work is done, how quiet it is, and what is still to be feared: men and bodies that may be found,
the way to the work, the way home. The Jäger thinks about where a card of his does most, four turns ahead.
"""

from __future__ import annotations

from typing import Any, Final

from sandtable.games.rogue_regiment.bot import hunter
from sandtable.games.rogue_regiment.bot.greedy import Greedy
from sandtable.games.rogue_regiment.bot.lookout import FAR
from sandtable.games.rogue_regiment.bot.plan import LAST
from sandtable.games.rogue_regiment.bot.snares import snares
from sandtable.games.rogue_regiment.rules import r04_turn as turn
from sandtable.games.rogue_regiment.rules import r05_movement as movement
from sandtable.games.rogue_regiment.rules import r06_attack as attack
from sandtable.games.rogue_regiment.rules import r07_marks as marks
from sandtable.games.rogue_regiment.rules import r08_carry as carry
from sandtable.games.rogue_regiment.rules import r20_items as items
from sandtable.games.rogue_regiment.state import ACTIVE, BATTLE, DEAD, JAEGER, SEAT, WAITING, Regiment
from sandtable.kernel.bots import Bot
from sandtable.kernel.flow import Action, State, legal, play
from sandtable.kernel.search import CAP, Line, SearchBot, Weighed, count_of
from sandtable.kernel.seen import Seen

CONTINUATIONS: Final = 96  # at most, where it may be loud; half of them elsewhere
ACTIONS: Final = 7  # that are played on for each of these; where one takes more, there are fewer: nobody waits longer
HIS_ACTIONS: Final = 4  # and for each of the Jäger's, between which more of his men move
FEWEST: Final = 6  # worlds before a line is left off
EVEN: Final = 16  # and before two that come to the same in all of them are taken to be equal
SURE: Final = 2.5  # standard errors by which it must be behind
OWN: Final = "fear=240"  # how it plays where it does not think
MOODS: Final = ("fear=60", "fear=480+later=0.4", "fear=240+content=1", "fear=240+resolve=1")
"""Other ways to play on that are worth a thought."""
THROWS: Final = (items.THROW.word, items.POP_THROW.word)
LOUD: Final = (*THROWS, attack.ATTACK.word, marks.AIM.word)
WEIGHTY: Final = (*LOUD, carry.PLACE.word, movement.LEAVE.word)
"""What is not done without a thought, as picking something up on the way is not."""
KNIFED: Final = (attack.ATTACK.word, attack.MOVE_ATTACK.word)
TO: Final = "to "  # who plays on as one who is to end his turn on a square: its number follows
DASH: Final = "dash"  # who plays on as one who runs home
BEYOND: Final = 6  # turns more that are played on after a bang
CHASE: Final = 4  # and once the work is done and somebody is alert
EARLY: Final = 10  # the turn from which he who waits thinks about a throw
STOPS: Final = 2  # other squares to end a turn on that are thought about
APART: Final = 2  # squares between two of them
SNARES: Final = 4  # places for a Stalker or a token that are thought about
HUNT: Final = 4  # turns that the Jäger looks ahead
LONG: Final = 60.0  # a long way, in thirds of an action point
VICTORY: Final = 0.8  # what a minor victory is worth, where a major one is 1
# What positions are worth, from 1 for a major victory to -1 for a defeat, while it is quiet, with somebody alert, and
# after the alarm; before what is done is a victory, and then. In 180 games of the quick player the means were 0.12,
# -0.84, -1.0 and 0.67, 0.68, 0.60; but who thinks has more to hope for, and what follows a bang is played on.
BEFORE: Final = (0.4, -0.65, -0.75)
THEN: Final = (0.67, 0.68, 0.60)
WAY: Final = 0.14  # what a long way to the work costs
HOME: Final = 0.25  # and a long way home once it is done
NOTICED: Final = 0.9  # what it costs to be found for certain next
UNCOVERED: Final = 0.6  # and that a body is
TIME: Final = 0.5  # what all the turns of a game are worth
FAINT: Final = 0.3  # how much of both counts once somebody is alert
LOST: Final = 0.2  # what each man costs who is lost
HUNTED: Final = 0.1  # and each who is spotted
HURT: Final = 0.04  # and each wound


class Thinker(SearchBot):
    """Thinks about the Operators' turns man by man, and about where the Jäger's cards do most."""

    def __init__(self, game: Any, seed: int = 0, argument: str = "") -> None:
        super().__init__(game, seed, argument)
        self.continuations = count_of(argument) if argument else CONTINUATIONS
        self.own = Greedy(game, 0, OWN)
        self.quick = self.own
        self.moods = {mood: Greedy(game, 0, mood) for mood in MOODS}
        self.eyes = Greedy(game, 0, OWN)
        self.foe = Greedy(game, 0)
        """How the Jäger takes the Operators to play."""
        self.beyond = 0
        """Turns more that are played on where somebody is alert, as long as what is thought about is loud."""
        self.played = 0
        """Actions that were played on for this decision."""

    # --- what is worth a thought

    def lines(self, seen: Seen, options: list[Action], quick: Action) -> list[Line]:
        """Other moods and other places for a man's turn; places for the Jäger's cards."""
        s: Regiment = seen.position
        self.beyond = 0
        if seen.reader == JAEGER:
            return self.places(s, options)
        choice = s.choice
        if not isinstance(choice, turn.Act):
            return []
        m = choice.man
        if s.m_state[m] == WAITING and not self.sent(s, m):
            return []
        found = self.quiet_lines(seen, m, options, quick)
        return [*self.loud_lines(s, m, options, quick, found), *found.values()]

    def quiet_lines(self, seen: Seen, m: int, options: list[Action], quick: Action) -> dict[Action, Line]:
        """What a man would do in another mood, the knife, a body that lies near; and where there is any of this, other
        squares to end his turn on.
        """
        s: Regiment = seen.position
        found: dict[Action, Line] = {}
        for mood, bot in self.moods.items():
            action = bot.answer_of(seen, options)
            if action != quick:
                found.setdefault(action, Line(action, (), mood))
        bodies = {s.place(v) for v in s.corpses if v >= 0}
        for option in options:
            knife = option[0] in KNIFED and "knife" in option
            if option != quick and (knife or (is_taking(option) and not bodies.isdisjoint(option))):
                found.setdefault(option, Line(option))
        if found or "knife" in quick or quick[0] in WEIGHTY or is_taking(quick):
            ends = [option for option in options if option[0] == turn.END.word]
            if ends and quick[0] in LOUD:
                found.setdefault(ends[0], Line(ends[0]))
            for square, first in self.stops(s, m, options, quick):
                found.setdefault(first, Line(first, (), f"{TO}{square}"))
        return found

    def loud_lines(
        self, s: Regiment, m: int, options: list[Action], quick: Action, found: dict[Action, Line]
    ) -> list[Line]:
        """A bang and the run home after it, or the run home alone; what is loud is played on for more turns."""
        more = {Line(option, (), DASH) for option in self.bangs(s, m, options)}
        if more or quick[0] in LOUD or any(action[0] in LOUD and "knife" not in action for action in found):
            self.beyond = BEYOND
            if quick[0] in THROWS:
                more.add(Line(quick, (), DASH))
        elif self.noise(s) and self.eyes.secured(s) >= s.stage.mission.minor:
            self.beyond = CHASE
            first = self.dash(s, m, options)
            if first:
                more.add(Line(first, (), DASH))
        return sorted(more, key=lambda line: line.action)

    def bangs(self, s: Regiment, m: int, options: list[Action]) -> list[Action]:
        """A throw at what a man is after from where he waits while it is quiet; if need be he gets up for it."""
        if s.turn < EARLY or s.m_ap[m] < turn.AP or self.noise(s):
            return []
        task = self.eyes.task(s, m)
        if task.kind not in ("grenade", "lob") or s.m_at[m] not in task.squares:
            return []
        verb = THROWS[s.m_low[m]]
        return [option for option in options if option[0] == verb]

    def dash(self, s: Regiment, m: int, options: list[Action]) -> Action:
        """What a man does who runs home, whoever looks; nothing where he cannot."""
        if s.m_state[m] != ACTIVE or not s.on_foot(m):
            return ()
        leaves = [option for option in options if option[0] == movement.LEAVE.word]
        if leaves:
            return min(leaves, key=lambda option: (self.eyes.leaving(s, m, option), len(option)))
        for option in options:
            if option[0] == carry.POP_UP.word:
                return option
        eyes, way = self.eyes, self.eyes.run(s)
        best: Action = next((option for option in options if option[0] == turn.END.word), ())
        least = eyes.stopping(s, m, way, s.m_at[m], s.m_ap[m], True) if best else 16 * FAR
        for v, (price, left, first) in eyes.reach(s, m, options).items():
            here = eyes.stopping(s, m, way, v, left, True) + 16 * price
            if here < least:
                best, least = first, here
        return best

    def sent(self, s: Regiment, m: int) -> bool:
        """Whether a man who waits is worth a thought: nobody else is on the board."""
        return not any(s.on_board(n) and s.is_operator(n) for n in range(len(s.m_kind)) if n != m)

    def stops(self, s: Regiment, m: int, options: list[Action], quick: Action) -> list[tuple[int, Action]]:
        """Other squares on which a man could end his turn, the best first and none beside another, with the first step
        there.
        """
        eyes = self.eyes
        task = eyes.in_the_way(s, m, eyes.task(s, m))
        if not task.squares:
            return []
        field, brave = eyes.field_of(s, task), eyes.brave(s, m)
        rated = []
        for v, (price, left, first) in eyes.reach(s, m, options).items():
            rated.append((eyes.stopping(s, m, field, v, left, brave) + 16 * price, v, first))
        rated.sort()
        found: list[tuple[int, Action]] = []
        kept: list[int] = []
        for _, v, first in rated:
            if all(s.grid.distance(v, w) > APART for w in kept):
                kept.append(v)
                if first != quick:
                    found.append((v, first))
                if len(kept) > STOPS:
                    break
        return found

    def places(self, s: Regiment, options: list[Action]) -> list[Line]:
        """Where a card of the Jäger's may do most. When to lay one down or use it, and where he moves himself, is left
        to the quick player: no position says what a card in hand is worth.
        """
        return [Line(snare.action) for snare in snares(s, options)[:SNARES]]

    def teller(self, line: Line) -> Bot:
        """A mood has its own errand, and says it."""
        return self.moods.get(line.player, self.own)

    # --- playing on

    def try_all(self, view: dict[str, Any], found: list[Weighed], wanted: Action = ()) -> None:
        """Try every line world by world and leave off what is clearly no better than the best, until it is told what to
        do or what it may play is used up. What is loud decides a game; all else has half as much.
        """
        own, alive, world = found[0], list(found), 0
        left = self.continuations if self.beyond else self.continuations // 2
        each = HIS_ACTIONS if view["reader"] == JAEGER else ACTIONS
        most, self.played = max(CONTINUATIONS, self.continuations) * each, 0
        while (not world or (left >= len(alive) and self.played < most)) and self.try_in(view, world, alive):
            world += 1
            left -= len(alive)
            if world < FEWEST or world % 2:
                continue
            best = max(alive, key=lambda weighed: weighed.mean)
            worse = [one for one in alive if one is not best and is_clear(best, one)]
            open_still = [one.line.action for one in alive if one not in worse]
            if not wanted and open_still.count(open_still[0]) == len(open_still):
                return
            alive = [one for one in alive if one not in worse or one is own or one.line.action == wanted]

    def moment(self, s: Regiment) -> int:
        return s.turn

    def play_on(self, s: State, line: Line, seat: str) -> float:
        """What a line comes to in one world, with the quick players looking at the imagined position itself."""
        assert isinstance(s, Regiment), "it plays this game alone"
        begun, ahead = s.turn, HUNT if seat == JAEGER else 1
        man = s.choice.man if isinstance(s.choice, turn.Act) else -1
        play(s, line.action)
        for _ in range(CAP):
            self.played += 1
            if self.is_late():
                break
            chooser = s.seat
            if chooser is None:
                return self.final(s, seat)
            if s.turn != begun:
                begun, ahead = s.turn, ahead - 1
                if ahead <= -self.beyond or (ahead <= 0 and not self.noise(s)):
                    break
            options = legal(s)
            play(s, options[0] if len(options) == 1 else self.next(s, options, line, seat, man))
        self.guessed = True
        return self.value(s, seat)

    def next(self, s: Regiment, options: list[Action], line: Line, seat: str, man: int) -> Action:
        """What whoever chooses next does; `man` is whose turn is thought about."""
        choice = s.choice
        if s.seat == JAEGER:
            return hunter.answer(s, options)
        bot = self.moods.get(line.player, self.own) if seat == SEAT else self.foe
        if not isinstance(choice, turn.Act):
            action: Action | None = bot.small(s, options, choice)
        else:
            action = None
            if line.player.startswith(TO) and choice.man == man:
                action = self.onward(s, man, int(line.player[len(TO) :]), options)
            elif line.player == DASH and self.noise(s):
                action = self.dash(s, choice.man, options) or None
            if action is None:
                action = bot.act(s, choice.man, options)
        return action if action in options else options[0]

    def onward(self, s: Regiment, m: int, goal: int, options: list[Action]) -> Action | None:
        """The next step to where a man is to end his turn; there he stops, and None if he cannot get there."""
        by_verb: dict[str, list[Action]] = {}
        for option in options:
            by_verb.setdefault(option[0], []).append(option)
        if s.m_at[m] == goal:
            return self.own.stop(s, m, options, by_verb) if turn.END.word in by_verb else None
        way = self.own.reach(s, m, options).get(goal)
        return way[2] if way is not None else None

    def final(self, s: Regiment, seat: str) -> float:
        """What the end of a game is worth: to win counts, by how much hardly."""
        outcome = self.game.outcome(s)
        assert outcome is not None, "a game that is over has an outcome"
        score = float(outcome.scores[SEAT])
        score = VICTORY if score == 0.5 else score
        return score if seat == SEAT else -score

    # --- what a position is worth

    def noise(self, s: Regiment) -> int:
        """Whether it is quiet, somebody is alert, or the alarm has sounded."""
        return 2 if s.section == BATTLE else 1 if self.eyes.alerted(s) else 0

    def value(self, s: Regiment, seat: str) -> float:
        """Whether the work is done and how quiet it is, less what is still to be feared."""
        eyes, minor = self.eyes, s.stage.mission.minor
        won = eyes.secured(s) >= minor
        noise = self.noise(s)
        worth = (THEN if won else BEFORE)[noise]
        looked, nearest, home = eyes.look(s), FAR, 0
        way_home = eyes.field(s, frozenset(eyes.exits(s))) if won else []
        for m in range(len(s.m_kind)):
            if not s.is_operator(m):
                continue
            state, at = s.m_state[m], s.m_at[m]
            if state == DEAD:
                worth -= LOST
            if state not in (WAITING, ACTIVE):
                continue
            if not won and s.m_car[m] < 0:
                task, _ = eyes.best(s, m)
                if task.squares:
                    nearest = min(nearest, eyes.field_of(s, task)[at])
            if not s.on_foot(m):
                continue
            worth -= HURT * max(0, 5 - s.m_health[m])
            if won:
                home = max(home, way_home[at])
            if s.m_spotted[m]:
                worth -= HUNTED
            elif not noise:
                worth -= NOTICED * (looked.lie if s.m_low[m] else looked.stand).get(at, 0.0)
        if not noise:
            worth -= UNCOVERED * min(1.0, sum([looked.lie.get(v, 0.0) for v in s.corpses if v >= 0]))
        if won:
            worth -= HOME * min(2.0, home / LONG)
        else:
            worth -= (FAINT if noise else 1.0) * (TIME * s.turn / LAST + WAY * min(3.0, nearest / LONG))
        worth = max(-1.0, min(1.0, worth))
        return worth if seat == SEAT else -worth


def is_taking(action: Action) -> bool:
    """RR-8.9 Whether a man picks something up where he goes."""
    known = turn.all_acts().get(action[0])
    return isinstance(known, movement.Movement) and known.taking


def is_clear(best: Weighed, other: Weighed) -> bool:
    """Whether a line is beyond doubt no better than the best."""
    lead, error = best.lead(other)
    return lead > SURE * error or (not lead and not error and len(other.values) >= EVEN)
