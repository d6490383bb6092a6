"""How it ended: every line of the score, earned and missed, beside the quick player."""

from __future__ import annotations

from sandtable.games.rogue_regiment.box.words import ENDS, story_of
from sandtable.games.rogue_regiment.rules import r01_victory as victory
from sandtable.games.rogue_regiment.state import BATTLE, DEAD, LEFT, SEAT, Regiment
from sandtable.games.rogue_regiment.table import goals, names
from sandtable.kernel.briefing import Against, Debrief, ScoreLine
from sandtable.kernel.flow import Event
from sandtable.kernel.telling import Weight, moments, plural


def lines(s: Regiment) -> list[ScoreLine]:
    """RR-17.6 Every objective, and the men; if nobody left, one line takes all of it away."""
    found = []
    for n, objective in enumerate(s.stage.mission.objectives):
        met = victory.times_met(s, n)
        need = goals.wanted(s, objective)
        counted = met if objective.each else min(met, 1)
        missed = max(0, objective.points) * max(0, (need if objective.each else 1) - counted)
        much = "" if not objective.each else f": {counted} of {need}" if objective.points > 0 else f": {counted} did"
        if objective.kind == "no-corpses" and counted and s.section == BATTLE:
            much = " at the end: after the alarm all bodies are taken away"
        found.append(
            ScoreLine(text=goals.text_of(s, objective) + much, points=objective.points * counted, missed=missed)
        )
    states = [s.m_state[m] for m in range(len(s.m_kind)) if s.is_operator(m)]
    out, lost = states.count(LEFT), states.count(DEAD)
    found.append(ScoreLine(text=f"Operators who got out: {out} of {len(states)}", points=out, missed=len(states) - out))
    if lost:
        found.append(ScoreLine(text=f"Operators lost: {lost}", points=-lost, missed=0))
    if not out:
        total = sum(line.points for line in found)
        found.append(ScoreLine(text="Nobody got out, so all of this is struck out", points=-total, missed=0))
    return found


def headline(s: Regiment) -> str:
    """The mission in one sentence."""
    states = [s.m_state[m] for m in range(len(s.m_kind)) if s.is_operator(m)]
    objectives = [o for o in s.stage.mission.objectives if o.points > 0]
    met = sum(1 for n, o in enumerate(s.stage.mission.objectives) if o.points > 0 and victory.times_met(s, n))
    alarm = "with the alarm raised" if s.section == BATTLE else "without an alarm"
    out = f"{states.count(LEFT)} of {len(states)} Operators out"
    return f"{met} of {len(objectives)} objectives, {out}, in {s.turn} turns, {alarm}"


def verdict(s: Regiment) -> str:
    """Who won, who lost and by what."""
    mission, total = s.stage.mission, victory.points(s)
    victors, losers = ("the Operators", "the Jäger") if total >= mission.minor else ("the Jäger", "the Operators")
    if not s.stage.jaeger:
        who = f"The mission was {'won' if total >= mission.minor else 'lost'}"
    else:
        who = f"{victors[:1].upper()}{victors[1:]} won and {losers} lost"
    if total >= mission.major:
        return f"{who}: {plural(total, 'point')}, and {mission.major} make a major victory"
    return f"{who}: {plural(total, 'point')}, and {mission.minor} make a victory, {mission.major} a major one"


def against(s: Regiment, seat: str) -> Against | None:
    """The points beside those of the quick player at the same difficulty; a mission of one's own has nothing to stand
    beside."""
    if s.setup.mission:
        return None
    level = s.options["difficulty"]
    played = s.setup.scenario + (f" difficulty={level}" if level != "normal" else "")
    return ENDS.beside(played, victory.points(s), seat == SEAT)


def weigh(s: Regiment, event: Event) -> Weight:
    """How much an event decides: objectives, men lost, the alarm, and whoever is first seen."""
    weight, worth = 0.0, ""
    if ("phase", "battle") in event.facts:
        weight += 5
        worth = "from here on every enemy hunts the Operators"
    if event.clause in ("RR-3.18", "RR-21.22"):
        weight += 6
    for fact in event.facts:
        match fact:
            case ("counted", track, _) if track.startswith("objective-"):
                weight += 7
                worth = goals.points_of(s.stage.mission.objectives[int(track.removeprefix("objective-")) - 1])
            case ("marked", _, "spotted"):
                weight += 2
            case ("flipped", _, "alert"):
                weight += 1
            case ("counted", "meter", _):
                weight += 0.5
    if event.clause == "RR-1.22":
        weight += 1
        worth = "1 point for everybody who gets out"
    return Weight(weight, worth)


def debrief(s: Regiment, seat: str) -> Debrief:
    """The whole of it."""
    total = victory.points(s)
    return Debrief(
        headline=headline(s),
        verdict=verdict(s),
        level=goals.level_of(s, total, seat),
        total=total,
        unit="point" if abs(total) == 1 else "points",
        ladder=goals.ladder(s, seat),
        lines=lines(s),
        history=story_of(s.setup.scenario, s.setup.mission, seat).history,
        against=against(s, seat),
        moments=moments(s, seat, names.names(s), weigh),
    )
