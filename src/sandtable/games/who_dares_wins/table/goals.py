"""What the mission is about: its goals and how far they have come, how it stands, and which actions serve them."""

from __future__ import annotations

from sandtable.games.who_dares_wins.box import land, missions, tables
from sandtable.games.who_dares_wins.rules import r08_scenarios as scenarios
from sandtable.games.who_dares_wins.rules import r53_reactions as reactions
from sandtable.games.who_dares_wins.rules import r54_evaluation as evaluation
from sandtable.games.who_dares_wins.state import BEEN_OUT, CHOICE, Desert
from sandtable.kernel.briefing import Goal, GoalState, Rung, Standing
from sandtable.kernel.flow import Action
from sandtable.kernel.telling import reached

LEADS_THERE = {"go", "scout", "watch", "attack"}
"""Verbs whose place is where something of the mission may be done."""
NOT_THERE = {"scout", "watch"}
"""Those of them that do not bring a patrol there to stay."""


def worth(part: str) -> str:
    """What an objective is worth, whole and in part."""
    whole, reduced = tables.VP_OBJECTIVE_DESTROYED, tables.VP_OBJECTIVE_REDUCED
    return f"{evaluation.points_text(whole)} VP, {evaluation.points_text(reduced)} for {part}"


def is_over(s: Desert) -> bool:
    """Whether the mission has been evaluated."""
    return len(s.results) > s.mission_no


def names_of(zones: tuple[int, ...], last: str = "and") -> str:
    """Zones by name, in a sentence."""
    titles = [land.ZONE_NAME[zone] for zone in zones]
    return f" {last} ".join(part for part in (", ".join(titles[:-1]), titles[-1]) if part)


def state_of(s: Desert, done: bool, lost: bool = False) -> GoalState:
    """Done, lost for good, or open; when the mission is over nothing is open any more."""
    return "done" if done else "lost" if lost or is_over(s) else "open"


# --- goals -----------------------------------------------------------------------------------------------------------


def target_goal(s: Desert, zone: int, value: int) -> Goal:
    """A target takes as many hits as its value."""
    left = value if s.phase == CHOICE and not is_over(s) else s.target[zone]
    return Goal(
        id=f"target-{land.ZONES[zone]}", text=f"Destroy the target at {land.ZONE_NAME[zone]}",
        state=state_of(s, not left), have=value - left, need=value, points=worth("half"), places=[land.ZONES[zone]],
    )  # fmt: skip


def watch_goal(s: Desert) -> Goal:
    """Observations to bring home, or an unbroken watch."""
    places = [land.ZONES[zone] for zone in s.scenario.observe]
    if s.scenario.observe_destroyed:
        need = s.scenario.observe_destroyed
        return Goal(
            id="watch", text=f"Keep a watch at {names_of(s.scenario.observe, 'or')} for {need} turns on end",
            state=state_of(s, s.best_streak >= need), have=min(s.best_streak, need), need=need,
            points=worth(f"{s.scenario.observe_reduced} turns"), places=places,
        )  # fmt: skip
    need = scenarios.OBSERVATIONS_WANTED
    held = sum(s.held_seen[patrol] for patrol in s.in_play()) + sum(s.carried_seen[unit] for unit in s.survivors())
    return Goal(
        id="watch", text=f"Observe {names_of(s.scenario.observe, 'or')}, twice, and bring the news home",
        state=state_of(s, scenarios.observations_home(s) >= need), have=min(held, need), need=need,
        points=worth("one"), places=places,
    )  # fmt: skip


def landing_goal(s: Desert, landing: missions.Landing) -> Goal:
    """Somebody must be there to meet the commandos."""
    at, when_at = land.ZONE_NAME[landing.at], land.ZONE_NAME[landing.when_at]
    text = f"Be at {when_at} on turn {landing.first} to {landing.last}, so that the commandos land at {at}"
    state = state_of(s, s.landed == scenarios.LANDED, s.turn > landing.last)
    places = [land.ZONES[landing.when_at], land.ZONES[landing.at]]
    return Goal(id="landing", text=text, state=state, have=None, need=None, points="", places=places)


def home_goals(s: Desert) -> list[Goal]:
    """Everybody home, sooner than history, and quietly."""
    places = [land.ZONES[zone] for zone in s.scenario.home]
    alive = s.survivors()
    back = sum(1 for u in alive if s.zone[u] in s.scenario.home)
    been_out = any(s.status[s.patrol[u]] & BEEN_OUT for u in alive)
    last = s.scenario.duration - 1
    lines = {line.clause: line.number for line in evaluation.bonuses(s)} if is_over(s) else {}
    returned = is_over(s) and evaluation.has_returned(s)
    out = any(s.zone[u] not in s.scenario.home for u in alive)
    late = evaluation.duration(s) > last or (out and s.turn > last)
    each = evaluation.points_text(tables.VP_UNIT_DESTROYED)
    bonus = f"{evaluation.points_text(tables.VP_IN_TIME)} VP"
    return [
        Goal(id="home", text=f"Bring the patrols home to {names_of(s.scenario.home, 'or')}",
             state=state_of(s, returned, bool(s.roster) and not alive), have=back if been_out else None,
             need=len(alive) if been_out else None, points=f"{each} VP for each unit lost", places=places),
        Goal(id="in-time", text=f"Have everybody back by turn {last}",
             state=state_of(s, bool(lines.get("WDW-54.10")), late), have=None, need=None,
             points=bonus, places=places),
        Goal(id="quiet", text=f"End with the Alarm below {tables.QUIET_BELOW}",
             state=state_of(s, bool(lines.get("WDW-54.11"))), have=None, need=None, points=bonus, places=[]),
    ]  # fmt: skip


def goals(s: Desert) -> list[Goal]:
    """Every goal of the mission that is being played."""
    found = [target_goal(s, zone, value) for zone, value in s.scenario.targets]
    if s.scenario.observe:
        found.append(watch_goal(s))
    if s.scenario.landing is not None:
        found.append(landing_goal(s, s.scenario.landing))
    return found + home_goals(s)


# --- how it stands ---------------------------------------------------------------------------------------------------


def ladder(s: Desert) -> list[Rung]:
    """The levels of success, the best first."""
    least: list[int | None] = [None, *tables.LEVEL_BELOW[:-1]]
    if s.options["vp_zero_level"] == "moderate":
        least[tables.MODERATE] = 0
    rungs = [
        Rung(at=None if halves is None else plain(halves), level=title)
        for halves, title in zip(least, tables.LEVEL_TITLE, strict=True)
    ]
    return rungs[::-1]


def plain(halves: int) -> int | float:
    """Half points as a number, whole where it is."""
    return halves // 2 if halves % 2 == 0 else halves / 2


def so_far(s: Desert) -> int:
    """Half points of the mission so far: what is lost and gained; a bonus counts when everybody is home."""
    if is_over(s):
        return s.results[-1][1]
    if s.phase == CHOICE:
        return 0
    return sum(line.number * line.each for line in (*evaluation.losses(s), *evaluation.gains(s)))


def standing(s: Desert) -> Standing:
    """How the mission stands, and what the next level takes."""
    halves = so_far(s)
    level = tables.LEVEL_TITLE[evaluation.level_of(s, halves)]
    above = reached(ladder(s), level)
    points, over = evaluation.points_text(halves), is_over(s)
    text = f"{points} VP: {level}" if over else f"{points} VP so far: {level}" if halves else "0 VP so far"
    if above is not None:
        text += f"; {'anything above 0' if above.at == 0.5 else above.at} makes a {above.level}"
    if not over and reactions.is_last_turn(s):
        text += ". Everybody is home: the mission ends with this turn, and what is won for it is added then"
    if scenarios.is_campaign(s):
        earlier = sum(result[1] for result in s.results[: s.mission_no])
        text = f"Mission {s.mission_no + 1} of {len(missions.CAMPAIGN_ORDER)}: {text}"
        if s.mission_no:
            text += f". The missions before: {evaluation.points_text(earlier)} VP"
    return Standing(value=plain(halves), unit="VP", level=level, next=above, text=text)


# --- which actions serve ---------------------------------------------------------------------------------------------


def serves(s: Desert, open_goals: list[Goal], action: Action) -> tuple[str, ...]:
    """The open goals that an action serves: it is done where a goal of the mission lies, it brings somebody home when
    nothing else is left to do, or it keeps quiet when the Alarm must sink."""
    verb = action[0]
    ids = {goal.id for goal in open_goals}
    if verb == "low":
        return ("quiet",) if "quiet" in ids and s.alarm >= tables.QUIET_BELOW else ()
    if verb in ("report", "pay"):
        return ("watch",) if "watch" in ids else ()
    if verb not in LEADS_THERE:
        return ()
    place = action[2] if verb == "watch" else action[-1]
    objectives = [goal for goal in open_goals if goal.id not in ("home", "in-time", "quiet")]
    found = [
        goal.id for goal in objectives if place in goal.places and not (verb in NOT_THERE and goal.id == "landing")
    ]
    ready = all(goal.have == goal.need for goal in objectives if goal.need is not None)
    if verb == "go" and ready and land.ZONE[place] in s.scenario.home:
        found += [one for one in ("home", "in-time") if one in ids]
    return tuple(found)
