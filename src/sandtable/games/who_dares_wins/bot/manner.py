"""The numbers that the quick player goes by, read once from style.toml into typed fields."""

from __future__ import annotations

from sandtable.kernel.styles import Styles
from sandtable.kernel.tables import Files

STYLES = Files("sandtable.games.who_dares_wins.bot").read("style.toml", Styles)


class Manner:
    """How the quick player plays; style.toml says what each number means."""

    def __init__(self, argument: str = "") -> None:
        style = STYLES.style(argument)
        self.observers = int(style["observers"])
        self.waco = style["waco"] > 0
        self.callers = int(style["callers"])
        self.patient = int(style["patient"])
        self.watchers = int(style["watchers"])
        self.vigil = int(style["vigil"])
        self.leisure = int(style["leisure"])
        self.risk_clash = style["risk-clash"]
        self.raiders = int(style["raiders"])
        self.used = style["used"]
        self.leader = int(style["leader"])
        self.late = int(style["late"])
        self.persist = style["persist"] > 0
        self.home = style["home"] > 0
        self.onward = style["onward"] > 0
        self.hunters = int(style["hunters"])
        self.weak = int(style["weak"])
        self.risk_raid = style["risk-raid"]
        self.risk_observe = style["risk-observe"]
        self.risk_fight = style["risk-fight"]
        self.closely = style["closely"] > 0
        self.futures = int(style["futures"])
        self.worth_it = style["worth-it"]
        self.unknown = int(style["unknown"])
        self.beaten = style["beaten"]
        self.coming_home = style["return"]
