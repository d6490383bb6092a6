"""The numbers that the quick player goes by, read once from style.toml into typed fields."""

from __future__ import annotations

from typing import Final

from sandtable.kernel.styles import Styles
from sandtable.kernel.tables import Files

STYLES: Final = Files("sandtable.games.night_drop.bot").read("style.toml", Styles)


class Manner:
    """How the quick player plays; style.toml says what each number means."""

    def __init__(self, argument: str = "", night_only: bool = False) -> None:
        style = STYLES.style(argument)
        self.risk = style["risk"]
        self.reach = style["reach"]
        self.hub = style["hub"]
        self.midway = style["midway"] >= 0.5
        self.gather = style["gather"] >= 0.5
        self.keeps = style["keeps"] >= 0.5
        self.fetch = style["fetch"]
        self.threat = style["threat"]
        self.posts = round(style["posts"])
        self.prize = style["prize"]
        self.resistance = style["resistance"]
        self.exposure = style["exposure"]
        self.foe = style["foe"]
        self.foe_prey = style["foe-prey"]
        self.hold = style["hold"]
        self.hold_from = style["hold-from"]
        self.rescue = style["rescue"]
        self.joint = style["joint"] >= 0.5
        self.overtime = style["overtime"]
        self.permanent = style["permanent"]
        self.weakness = style["weakness"]
        self.advantage_from = style["advantage-from"]
        self.advantage_until = style["advantage-until"]
        self.british_bar = style["british-bar"]
        self.british_bar_objective = style["british-bar-objective"]
        self.german_bar = style["german-bar"]
        self.german_bar_objective = style["german-bar-objective"]
        self.german_bar_bridges = style["german-bar-bridges"]
        self.spare = round(style["night-spare" if night_only else "spare"])
        self.enough = style["enough"]
        self.bridges = style["bridges"]
        self.seize = style["seize"]
        self.sit = style["sit"]
        self.deny = style["deny"]
        self.slope = style["slope"]
        self.draw_held = style["draw-held"]
        self.draw_open = style["draw-open"]
        self.claims = style["claims"] >= 0.5
        self.claim_bridges = round(style["claim-bridges"])
        self.guarded = style["guarded"]
        self.late = style["late"]
        self.prey_draw = style["prey-draw"]
        self.prey_slope = style["prey-slope"]
        self.prey = style["prey"]
        self.fight = style["fight"]
        self.fight_lead = style["fight-lead"]
        self.fear = style["fear"]
        self.cover = style["cover"]
        self.push = style["push"]
        self.drive = round(style["drive"])
        self.push_danger = style["push-danger"]
        self.push_company = style["push-company"]
        self.scatter_first = style["scatter-first"]
        self.near = (style["together"], style["beside"], style["apart"])
        self.scatters = round(style["night-scatters" if night_only else "scatters"])
        self.fresh = style["fresh"]
        self.cull = style["cull"] >= 0.5
