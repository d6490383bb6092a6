"""A quick player for the Operators: it sees the view and the options, and takes what looks best right now.

One man at a time does the work while the others wait on the entry tile. He walks where nobody looks, ends his turn
where the next card and the next patrol are least likely to find him, kills with the knife when nobody watches, hides
bodies, does what the mission pays for, and comes back. A grenade is thrown when the way home will be free after the
bang, or short. Once he is spotted he hurries, and fires with what is left.

What the Axis see and may see is worked out in `lookout`, what is to be done and from where in `plan`; here it is done.
"""

from __future__ import annotations

from typing import Any, Final

from sandtable.games.rogue_regiment.bot import hunter
from sandtable.games.rogue_regiment.bot.daring import Daring
from sandtable.games.rogue_regiment.bot.lookout import FAR, NOTICED
from sandtable.games.rogue_regiment.bot.plan import DUMP_AT, I_KNIFE, LOUD_KINDS, TURN, VEHICLE_AT, Task
from sandtable.games.rogue_regiment.bot.snares import calm_near
from sandtable.games.rogue_regiment.box import data
from sandtable.games.rogue_regiment.box.tiles import FOREST, ROOM, WATER
from sandtable.games.rogue_regiment.ground.layout import CLIMB, WALK
from sandtable.games.rogue_regiment.rules import r02_sight as sight
from sandtable.games.rogue_regiment.rules import r03_setup as setup
from sandtable.games.rogue_regiment.rules import r04_turn as turn
from sandtable.games.rogue_regiment.rules import r05_movement as movement
from sandtable.games.rogue_regiment.rules import r06_attack as attack
from sandtable.games.rogue_regiment.rules import r06_targets as targeting
from sandtable.games.rogue_regiment.rules import r07_marks as marks
from sandtable.games.rogue_regiment.rules import r08_carry as carry
from sandtable.games.rogue_regiment.rules import r12_alarm as alarm
from sandtable.games.rogue_regiment.rules import r14_events as events
from sandtable.games.rogue_regiment.rules import r18_advance as vehicle_advance
from sandtable.games.rogue_regiment.rules import r20_blasts as blasts
from sandtable.games.rogue_regiment.rules import r20_grenades as grenades
from sandtable.games.rogue_regiment.rules import r20_items as items
from sandtable.games.rogue_regiment.rules import r20_placed as placed
from sandtable.games.rogue_regiment.rules import r21_cars as cars
from sandtable.games.rogue_regiment.rules import r21_drives as driving
from sandtable.games.rogue_regiment.rules import r21_guns as guns
from sandtable.games.rogue_regiment.rules import r24_typhoon as typhoon
from sandtable.games.rogue_regiment.rules import r25_failure as failure
from sandtable.games.rogue_regiment.rules import r27_tokens as tokens
from sandtable.games.rogue_regiment.state import ACTIVE, BATTLE, JAEGER, OFF, STEALTH, WAITING, Regiment
from sandtable.geometry.squares import FACINGS
from sandtable.kernel.flow import Action, Choice, legal, play
from sandtable.kernel.seen import Seen

NOW: Final = 3 * TURN  # what it is worth to act at once
LONG_FUSE: Final = 10  # cards more for a bomb while there is quiet work left
OPEN: Final = 0.3  # the chance to be found that a body in the open may have, and one in woods or rooms
HIDDEN: Final = 0.4

# What a man is after, for whoever asks for advice.
WHY: Final = {
    "stay": "{man} has nothing to do yet and stays out of sight",
    "leave": "it is time for {man} to go home",
    "hide": "the body that {man} carries must not be found",
    "fetch": "a body lies where it will be found",
    "papers": "{man} is after the documents",
    "shoot": "{man} is to shoot {what}",
    "spear": "{man} is to kill {what} without a sound",
    "knife": "{man} is to kill {what} from behind",
    "bomb": "{man} is to blow up {what}",
    "grenade": "{man} is to throw a grenade at {what}",
    "lob": "{man} is to throw a grenade at {what}",
    "ambush": "{man} lies in wait for {what}",
}

HITS: Final = "hits go to what the mission pays for first, and none is spent where it does no good"
STRIKE: Final = "a rocket is for what the mission pays for, the cannon for men who stand together"

ANSWERED: Final[dict[type[Choice], str]] = {
    setup.TakeOperator: "who and what is proposed for the mission",
    setup.Crew: "as it is proposed for the mission",
    events.Cigarette: "to who is on the board, where a patrol may pass",
    cars.CarAct: "the vehicle comes when it is time to go home, and leaves with its men or sets them down",
    cars.Deploy: "from there it is not far to where one leaves the board",
    driving.PlanDrive: "from there it can leave, or it is not far on foot",
    driving.DriveTo: "from there it can leave, or it is not far on foot",
    guns.MoreGuns: "whoever rides along fires as long as there is somebody to fire at",
    attack.Spend: HITS,
    blasts.SpendBlast: HITS,
    guns.CarSpend: HITS,
    typhoon.StrafeHits: HITS,
    failure.TakeToken: "to somebody on the board, where there are vehicles to use it on",
    items.UseLuck: "the foot is used on the first die that it can help",
    items.TurnDie: "the foot is used on the first die that it can help",
    typhoon.ChooseLine: "it flies where most of what the mission pays for lies, on the first tile above all",
    typhoon.Sortie: STRIKE,
    typhoon.Parting: STRIKE,
    typhoon.SecondRocket: STRIKE,
}
"""What other answers are for."""


class Greedy(Daring):
    """Sneaks, kills silently, does the job and leaves."""

    def answer(self, seen: Seen, options: list[Action]) -> Action:
        """One of the options, by the kind of choice."""
        s: Regiment = seen.position
        if seen.reader == JAEGER:
            return hunter.answer(s, options)
        choice = s.choice
        if isinstance(choice, turn.Act):
            return self.act(s, choice.man, options)
        return self.small(s, options, choice)

    def explain(self, seen: Seen, action: Action, then: tuple[Action, ...]) -> tuple[str, tuple[str, ...]]:
        """What the man is after, and who notices what he does for it."""
        s: Regiment = seen.position
        choice = s.choice
        if isinstance(choice, setup.StartPoint):
            return "as far from where the Operators come in as can be", ()
        if seen.reader == JAEGER:
            return hunter.why(s, seen.options, action), ()
        if isinstance(choice, grenades.ThrowAt):
            return self.under(s, s.stage.by_name[action[1]]), ()
        if isinstance(choice, placed.SetBomb):
            turns = -(-self.field(s, frozenset(self.exits(s)))[s.m_at[choice.man]] // TURN)
            return f"{{{s.man(choice.man)}}} is home in about {turns} turn{'s' if turns != 1 else ''}", ()
        if not isinstance(choice, (turn.Act, turn.Next)):
            return ("" if choice is None else ANSWERED.get(type(choice), "")), ()
        if action[0] == "call":
            return "the Typhoon attacks what the mission pays for, and wakes whoever is there", ()
        m = s.man_of(action[1])
        task = self.in_the_way(s, m, self.task(s, m))
        thing = self.word_of(s, task)
        reason = WHY[task.kind].format(man=f"{{{action[1]}}}", what=f"{{{thing}}}" if thing else "it")
        if task.squares and self.is_away(s, m, action, task):
            reason += ", though this leads away for now"
        told = seen.forecasts[seen.options.index(action)].text
        if not told and action[0] not in (turn.END.word, "act"):
            told = "nobody notices this"
        near = sorted(task.squares, key=lambda v: (s.grid.distance(v, s.m_at[m]), v))[:1]
        lit = (thing,) if thing else tuple([s.place(v) for v in near if s.place(v)])
        return f"{reason}; {told}" if told else reason, lit

    def under(self, s: Regiment, v: int) -> str:
        """What a blast on a square would do."""
        worth = self.blast_worth(s, v)
        if worth < 0:
            return "one of ours is under its blast"
        return "much that counts is under its blast" if worth >= 2 else "little that counts is under its blast"

    def is_away(self, s: Regiment, m: int, action: Action, task: Task) -> bool:
        """Whether a step leads away from what the man is after."""
        known = turn.all_acts().get(action[0])
        if not isinstance(known, movement.Movement) or not known.bare or action[2] not in s.stage.by_name:
            return False
        field = self.field_of(s, task)
        return field[s.stage.by_name[action[2]]] > field[s.m_at[m]]

    def word_of(self, s: Regiment, task: Task) -> str:
        """What a task is about, by its id."""
        if task.what >= DUMP_AT:
            return f"dump-{task.what - DUMP_AT + 1}"
        if task.what >= VEHICLE_AT:
            return s.unit(task.what - VEHICLE_AT)
        return targeting.target_word(s, task.what) if task.what >= 0 else ""

    # --- the small questions

    def small(self, s: Regiment, options: list[Action], choice: Any) -> Action:
        """Everything that is not a man's turn."""
        match choice:
            case turn.Next():
                return self.next_man(s, options)
            case grenades.ThrowAt():
                return self.throw_at(s, choice.man, options)
            case grenades.FaceThrow():
                return ("face", FACINGS[s.m_face[choice.man]])
            case marks.Window():
                return next(o for o in options if o[0] == "hold-phase")
            case placed.SetBomb():
                return self.fuse(s, options, choice.man)
            case alarm.Nominate():
                return max(options, key=lambda o: (s.m_health[s.man_of(o[1])], -s.man_of(o[1])))
            case cars.CarAct():
                return self.car(s, options)
            case driving.DriveTo() if self.over(s):
                return min(options, key=lambda o: (not self.gets_away(s, choice.car, o), self.from_home(s, o)))
            case typhoon.Sortie() | typhoon.Parting() | typhoon.SecondRocket():
                return self.sortie(s, options)
            case typhoon.ChooseLine():
                return self.line(s, options)
            case setup.Crew() | setup.TakeOperator() | setup.StartPoint():
                proposed: Action = choice.propose(s)
                return proposed
        return self.by_verb(s, options)

    def by_verb(self, s: Regiment, options: list[Action]) -> Action:
        """The small questions that several choices ask in the same words."""
        match options[0][0]:
            case "turn":
                return min(options, key=lambda o: self.would_see(s, o))
            case "hit":
                return self.spend(s, options)
            case "out" if self.over(s):
                return min(options, key=lambda o: self.from_home(s, o))
            case "go" if len(options[0]) == 3:
                return max(options, key=lambda o: self.from_ours(s, s.stage.by_name[o[2]]))
            case "attacks":
                return max(options, key=lambda o: s.m_health[s.man_of(o[2])])
            case "give":
                return next((o for o in options if s.on_board(s.man_of(o[2]))), options[0])
        return options[0]

    def spend(self, s: Regiment, options: list[Action]) -> Action:
        """On whom or what a hit is spent; none where it does no good and may be left."""
        best = max([o for o in options if o != attack.SPARE], key=lambda o: self.hit_worth(s, o[1]))
        return attack.SPARE if attack.SPARE in options and not self.hit_worth(s, best[1]) else best

    def gets_away(self, s: Regiment, c: int, option: Action) -> bool:
        """Whether a vehicle could leave the board from where a drive ends."""
        if option[0] != "to":
            return False
        twin, state = s.clone(), driving.state_named(s, option[1], option[2])
        twin.park(c, state >> 2, state & 3)
        return bool(driving.leaves(twin, c))

    def from_home(self, s: Regiment, option: Action) -> int:
        """How long it takes on foot from the square of a drive, or of who gets out, to where one leaves the board."""
        v = next((s.stage.by_name[word] for word in option[1:] if word in s.stage.by_name), OFF)
        return self.run(s)[v] if v >= 0 else FAR

    def from_ours(self, s: Regiment, v: int) -> int:
        """How far a square is from the nearest of ours on the board."""
        ours = [s.m_at[m] for m in range(len(s.m_kind)) if s.on_board(m)]
        return min((s.grid.distance(v, at) for at in ours), default=0)

    def next_man(self, s: Regiment, options: list[Action]) -> Action:
        """Who is on the board goes before who waits; who carries something before the others."""
        called = self.call(s, options)
        if called is not None:
            return called
        options = [option for option in options if option[0] != "call"]
        return max(options, key=lambda o: (s.on_board(s.man_of(o[1])), s.m_object[s.man_of(o[1])], o == options[0]))

    def would_see(self, s: Regiment, option: Action) -> int:
        """How many men a unit sees while it turns."""
        u = s.unit_of(option[1])
        kept = s.u_face[u]
        seen = 0
        while s.u_face[u] != FACINGS.index(option[2]):
            s.face(u, (s.u_face[u] + (1 if option[3] == "clockwise" else 3)) % 4)
            seen |= sight.men_seen(s, u)
        s.face(u, kept)
        return seen.bit_count()

    def hit_worth(self, s: Regiment, word: str) -> int:
        """On what a hit is best spent."""
        kind = word.rpartition("-")[0]
        if kind == "barrel":
            return 10 if self.passes_on(s, targeting.target_of(s, word) - targeting.BARREL_AT) else 0
        if kind == "dump":
            return 9 - s.dumps[int(word.rpartition("-")[2]) - 1][1]
        if kind == "radio":
            return 8
        if any(word == s.man(m) for m in range(len(s.m_kind))):
            return s.m_health[s.man_of(word)]
        u = s.unit_of(word)
        return 7 if self.wanted(s, u) else 2 + s.u_alert[u]

    def fuse(self, s: Regiment, options: list[Action], m: int) -> Action:
        """A bomb goes off when its man is well away, and bombs together."""
        others = [k for _, k, _ in s.bombs if k >= 2]
        home = self.field(s, frozenset(self.exits(s)))[s.m_at[m]]
        more = len(self.tasks(s)) > 1 and s.section == STEALTH
        wanted = min(others) if others else max(2, -(-home // TURN) - 1) + (LONG_FUSE if more else 0)
        return options[min(wanted, len(options)) - 1]

    def throw_at(self, s: Regiment, m: int, options: list[Action]) -> Action:
        """The square of a grenade whose blast is worth most; out of sight it may drift."""
        drifts: list[tuple[int, int, float]] = []
        for two, ways in zip(range(2, 13), (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1), strict=True):
            dx, dy = data.SCATTER[two]
            for _ in range(s.m_face[m]):
                dx, dy = -dy, dx
            drifts += [(dx * far, dy * far, ways / 108) for far in (1, 2, 3)]
        known: dict[int, float] = {}

        def blast(x: int, y: int) -> float:
            if not s.grid.inside(x, y):
                return 0.0
            v = s.grid.at(x, y)
            if v not in known:
                known[v] = self.blast_worth(s, v)
            return known[v]

        def worth(option: Action) -> float:
            v = s.stage.by_name[option[1]]
            x, y = s.grid.xs[v], s.grid.ys[v]
            value = blast(x, y)
            if value > 0 and not sight.in_our_sight(s, m, s.m_at[m], v, bool(s.m_low[m])):
                value = sum(chance * blast(x + dx, y + dy) for dx, dy, chance in drifts)
            return value

        return max(options, key=worth)

    def car(self, s: Regiment, options: list[Action]) -> Action:
        """The Willys only brings its men on when it is time to go home; they get out and leave on foot."""
        if self.over(s):
            for verb in ("leave", "deploy", "drive"):
                for option in options:
                    if option[0] == verb:
                        return option
        return options[-1]

    # --- a man's turn

    def act(self, s: Regiment, m: int, options: list[Action]) -> Action:
        """The best of a man's actions."""
        if s.m_kind[m] == data.NANCY:
            ruse = self.nancy(s, m, options)
            if ruse is not None:
                return ruse
        task = self.task(s, m)
        by_verb: dict[str, list[Action]] = {}
        for option in options:
            by_verb.setdefault(option[0], []).append(option)
        urgent = self.urgent(s, by_verb) or self.over_the_twig(s, m, by_verb)
        if urgent is not None:
            return urgent
        if task.kind == "stay" or (s.m_state[m] == WAITING and task.kind == "leave" and not self.over(s)):
            return self.stop(s, m, options, by_verb)
        if s.m_low[m] and self.rises(s, m):
            up = by_verb[carry.POP_UP.word][0]
            return by_verb[turn.END.word][0] if self.manner.steady and self.lies_down_again(s, m, up) else up
        if task.kind == "leave" and movement.LEAVE.word in by_verb:
            price, _, leave = min((self.leaving(s, m, o), len(o), o) for o in by_verb[movement.LEAVE.word])
            if price < NOTICED:
                return leave
        done = self.do_task(s, m, task, by_verb)
        if done is not None:
            return done
        silent = self.silent(s, m, task, options)
        if silent is not None:
            return silent
        task = self.in_the_way(s, m, task)
        return self.go(s, m, task, options, by_verb)

    def rises(self, s: Regiment, m: int) -> bool:
        """Whether a crouched man gets up: where nobody would see him, but once he has lain down in his turn he stays
        down.
        """
        return s.m_ap[m] == turn.AP and (self.brave(s, m) or not self.look(s).seen_stand >> s.m_at[m] & 1)

    def lies_down_again(self, s: Regiment, m: int, up: Action) -> bool:
        """Whether a man who got up would find nothing to do but to crouch where he is."""
        twin = s.clone()
        play(twin, up)
        choice = twin.choice
        if not isinstance(choice, turn.Act) or choice.man != m:
            return False
        return self.act(twin, m, legal(twin))[0] == carry.CROUCH.word

    def urgent(self, s: Regiment, by_verb: dict[str, list[Action]]) -> Action | None:
        """What a man does whatever his task is: take documents, free a prisoner, help who is badly hurt."""
        for option in by_verb.get(carry.PICK_UP.word, []):
            if option[2] == "documents":
                return option
        for option in by_verb.get(items.FREE.word, []):
            return option
        for option in by_verb.get(items.HEAL.word, []):
            if s.m_health[s.man_of(option[2])] <= 2:
                return option
        return None

    def over_the_twig(self, s: Regiment, m: int, by_verb: dict[str, list[Action]]) -> Action | None:
        """Where it would wake somebody, a man puts the twig under his feet aside, or waits until he can; a step that
        nobody hears he just takes.
        """
        if not s.m_twig[m] or self.brave(s, m) or not calm_near(s, s.m_at[m]):
            return None
        if tokens.CLEAR.word in by_verb:
            return by_verb[tokens.CLEAR.word][0]
        if s.m_low[m] and self.rises(s, m):
            return by_verb[carry.POP_UP.word][0]
        return by_verb[turn.END.word][0] if turn.END.word in by_verb else None

    def in_the_way(self, s: Regiment, m: int, task: Task) -> Task:
        """Where the way leads past a guard who never looks elsewhere, he is to be killed first."""
        knife = s.has(m, I_KNIFE)
        if not knife or self.brave(s, m) or s.m_object[m] or s.m_state[m] != ACTIVE or task.kind == "knife":
            return task
        looked = self.look(s)
        field = self.field_of(s, task)
        v = s.m_at[m]
        for _ in range(60):
            steps = [b for mode in (WALK, CLIMB) for b, _, _, _ in s.layout.steps(mode)[v]]
            after = min(steps, key=lambda b: field[b], default=v)
            if field[after] >= field[v] or field[v] >= FAR:
                return task
            v = after
            for u, seen in looked.fixed.items():
                behind = self.back_of(s, u) if seen >> v & 1 else OFF
                if behind >= 0:
                    return Task("knife", {behind}, u)
        return task

    def back_of(self, s: Regiment, u: int) -> int:
        """The square from which a man who never looks elsewhere can be killed with the knife, where none of the others
        who never do sees it.
        """
        behind = s.u_at[u] - s.grid.step(s.u_face[u])
        if s.u_kind[u] not in targeting.SINGLE_MEN or not s.layout.enterable(behind, WALK):
            return OFF
        watched = any(seen >> behind & 1 for other, seen in self.look(s).fixed.items() if other != u)
        return behind if targeting.directly_behind(s, u, behind) and not watched else OFF

    def stop(self, s: Regiment, m: int, options: list[Action], by_verb: dict[str, list[Action]]) -> Action:
        """Nothing more to do this turn: crouch where that helps, then end."""
        if turn.END.word not in by_verb:
            return options[0]
        if s.m_state[m] == ACTIVE and carry.CROUCH.word in by_verb and s.m_ap[m] >= 1:
            looked = self.look(s)
            v = s.m_at[m]
            if looked.lie.get(v, 0.0) + 0.02 < looked.stand.get(v, 0.0) and not looked.seen_stand >> v & 1:
                return by_verb[carry.CROUCH.word][0]
        return by_verb[turn.END.word][0]

    def do_task(self, s: Regiment, m: int, task: Task, by_verb: dict[str, list[Action]]) -> Action | None:
        """What a man does where he stands."""
        there = s.m_at[m] in task.squares
        match task.kind:
            case "hide":
                return self.put_away(s, m, by_verb)
            case "bomb":
                return self.lay_bomb(s, task, by_verb)
            case "grenade" | "lob" if there and items.THROW.word in by_verb and not s.m_low[m]:
                now = self.brave(s, m) or (s.m_ap[m] > 2 and self.ready(s, m, task, s.m_at[m]))
                return by_verb[items.THROW.word][0] if now else None
            case "ambush" if there and items.THROW.word in by_verb:
                now = any(self.wanted(s, u) and self.in_reach(s, m, u) for u in range(len(s.u_kind)))
                return by_verb[items.THROW.word][0] if now else None
            case "shoot" | "spear" if there:
                return self.fire(s, m, task, by_verb)
        return None

    def put_away(self, s: Regiment, m: int, by_verb: dict[str, list[Action]]) -> Action | None:
        """A body goes where nobody will look; anywhere when there is no time."""
        looked = self.look(s)
        hurry = self.brave(s, m) or self.alerted(s)
        for option in [option for option in by_verb.get(carry.PLACE.word, []) if option[2] == "corpse"]:
            w = s.stage.by_name[option[3]]
            if hurry or (s.layout.kind[w] in (FOREST, ROOM, WATER) and looked.lie.get(w, 0.0) < 0.05):
                return option
        return None

    def lay_bomb(self, s: Regiment, task: Task, by_verb: dict[str, list[Action]]) -> Action | None:
        """A bomb goes where its blast touches what the task is about."""
        bombs = [option for option in by_verb.get(carry.PLACE.word, []) if option[2] == "lewes"]
        centres = self.blast_on(s, task) if bombs else set()
        return next((option for option in bombs if s.stage.by_name[option[3]] in centres), None)

    def fire(self, s: Regiment, m: int, task: Task, by_verb: dict[str, list[Action]]) -> Action | None:
        """A shot at what the task is about, with the best weapon; a man takes aim first if he can."""
        word = targeting.target_word(s, task.what)
        spear = task.kind == "spear"
        shots = [o for o in by_verb.get(attack.ATTACK.word, []) if o[3] == word and (o[2] == "speargun") == spear]
        if not shots:
            return None
        aim = next((o for o in by_verb.get(marks.AIM.word, []) if o[2] == word), None)
        if aim is not None and s.m_ap[m] >= 2:
            return aim
        if spear and task.what not in s.m_aim[m]:
            return None
        return max(shots, key=lambda o: data.W_DICE[data.WEAPONS.index(o[2])])

    def in_reach(self, s: Regiment, m: int, u: int) -> bool:
        """Whether a man can throw a grenade at a unit he sees."""
        return any(
            s.grid.on_board(v)
            and 1 < s.grid.distance(s.m_at[m], v) <= data.W_LONG[data.GRENADE]
            and sight.in_our_sight(s, m, s.m_at[m], v, bool(s.m_low[m]))
            for v in s.footprint(u)
        )

    def silent(self, s: Regiment, m: int, task: Task, options: list[Action]) -> Action | None:
        """The knife, where nobody else watches and the body will not be found at once."""
        for option in options:
            if "knife" not in option or option[0] == attack.ATTACK_MOVE.word:
                continue
            u = s.unit_of(option[-1])
            at = s.stage.by_name[option[2]] if option[0] == attack.MOVE_ATTACK.word else s.m_at[m]
            if task.kind == "knife" and task.what == u:
                return option
            if self.watched(s, m, u, at):
                continue
            kind = s.layout.kind[s.u_at[u]]
            risk = self.look(s).lie.get(s.u_at[u], 0.0)
            if s.u_alert[u] or risk < (HIDDEN if kind in (FOREST, ROOM) else OPEN) or s.section == BATTLE:
                return option
        return None

    def watched(self, s: Regiment, m: int, u: int, at: int) -> bool:
        """Whether somebody else sees the victim's square or the killer's."""
        for other in range(len(s.u_kind)):
            if other != u and sight.has_sight(s, other):
                seen = sight.view_of(s, other, False)
                if seen >> s.u_at[u] & 1 or seen >> at & 1 or seen >> s.m_at[m] & 1:
                    return True
        return False

    def go(self, s: Regiment, m: int, task: Task, options: list[Action], by_verb: dict[str, list[Action]]) -> Action:
        """The first step of the way to the best place to stop that can be reached with the points left."""
        taking = self.take(s, task, by_verb) if task.kind == "fetch" else None
        if taking is not None:
            return taking
        brave = self.brave(s, m)
        first = self.way(s, m, task, options, turn.END.word in by_verb)
        if first is not None:
            return first
        meanwhile = self.shot(s, m, by_verb) if brave else self.smoke(s, m, by_verb)
        if meanwhile is None:
            meanwhile = self.sabotage(s, by_verb)
        return meanwhile if meanwhile is not None else self.stop(s, m, options, by_verb)

    def take(self, s: Regiment, task: Task, by_verb: dict[str, list[Action]]) -> Action | None:
        """How a man gets hold of the body he is after at once."""
        for option in by_verb.get(carry.PICK_UP.word, []):
            if option[2] == "corpse":
                return option
        for known in movement.ACTS:
            if isinstance(known, movement.Movement) and known.taking:
                for option in by_verb.get(known.word, []):
                    if s.stage.by_name[option[2]] in task.squares:
                        return option
        return None

    def way(self, s: Regiment, m: int, task: Task, options: list[Action], may_stay: bool) -> Action | None:
        """The first step to the best place to stop; None if a man had better stay where he is."""
        field = self.field_of(s, task)
        brave = self.brave(s, m)
        best: Action | None = None
        value = self.stopping(s, m, field, s.m_at[m], s.m_ap[m], brave)
        if s.m_state[m] == WAITING:
            value += 16 * TURN  # nobody earns anything there
        if not may_stay:
            value = 16 * FAR * FAR  # somebody else stands there
        for v, (price, left, first) in self.reach(s, m, options).items():
            here = self.stopping(s, m, field, v, left, brave) + 16 * price
            if not brave and v in task.squares and left > 2 and task.kind in LOUD_KINDS and self.ready(s, m, task, v):
                here = 16 * (price + field[v] - NOW)
            if here < value:
                value, best = here, first
        return best

    def smoke(self, s: Regiment, m: int, by_verb: dict[str, list[Action]]) -> Action | None:
        """A cigarette for the patrolman who would find the man where he stays."""
        looked = self.look(s)
        low = 1 if s.m_low[m] or s.m_ap[m] else 0
        for option in by_verb.get(items.CIGARETTE.word, []):
            u = s.unit_of(option[2])
            if looked.by_unit.get(u, (0, 0))[low] >> s.m_at[m] & 1 and s.u_colour[u] != s.token:
                return option
        return None

    def sabotage(self, s: Regiment, by_verb: dict[str, list[Action]]) -> Action | None:
        """A mechanical failure for an alert vehicle that would come after our men."""
        options = by_verb.get(failure.STALL.word, []) if s.ours.targets else []
        return next((option for option in options if vehicle_advance.advances(s, s.unit_of(option[2]))), None)

    def shot(self, s: Regiment, m: int, by_verb: dict[str, list[Action]]) -> Action | None:
        """With points to spare a spotted man fires at the alert."""
        if s.section != BATTLE:
            return None
        best, most = None, 0.0
        for option in by_verb.get(attack.ATTACK.word, []):
            if option[2] == "knife" or option[3].startswith(("barrel", "radio")):
                continue
            weapon, u = data.WEAPONS.index(option[2]), s.unit_of(option[3])
            if not attack.hurts(s, weapon, u):
                continue
            far = s.grid.distance(s.m_at[m], s.u_at[u])
            plus = 1 if far <= data.W_SHORT[weapon] else 0
            hits = data.W_DICE[weapon] * min(6, 7 - data.W_NEEDS[weapon] + plus) / 6 / s.u_health[u]
            if hits > most:
                best, most = option, hits
        return best

    def stopping(self, s: Regiment, m: int, field: list[int], v: int, left: int, brave: bool) -> int:
        """How good it is to end the turn on a square: time still to go, and what may happen there."""
        value = field[v]
        if brave:
            return int((value + self.manner.bold * self.threats(s, v)) * 16) - left
        looked = self.look(s)
        chance = looked.stand.get(v, 0.0)
        if left >= 1 or s.m_low[m]:
            chance = min(chance, looked.lie.get(v, 0.0))
        if looked.later[1 if left >= 1 or s.m_low[m] else 0] >> v & 1:
            chance += self.manner.later
        fear = self.manner.fear - min(s.turn, 40) * 2
        if s.meter <= 2 or any(s.u_alert[u] and s.here(u) for u in range(len(s.u_kind))):
            fear /= 2
        return int((value + fear * chance) * 16) - left

    def threats(self, s: Regiment, v: int) -> int:
        """How many alert men of the Axis have a line to a square."""
        return sum(
            s.grid.distance(v, s.u_at[u]) <= 12 and s.layout.eyes.level(s.u_at[u], v, s.veil.low, s.veil.high) < 2
            for u in range(len(s.u_kind))
            if s.u_alert[u] and s.here(u) and not s.vehicle(u)
        )
