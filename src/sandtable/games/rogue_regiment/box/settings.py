"""What players may set for a match: the difficulty, the custom settings of chapter 23, and the rulings that can be
read the other way.
"""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.games.rogue_regiment.box import custom
from sandtable.games.rogue_regiment.box.missions import DIFFICULTIES, PACKS, Mission
from sandtable.kernel.errors import BadInput
from sandtable.kernel.game import Option, ties_option

AS_IT_IS = "as the mission has it"

DIFFICULTY = Option(
    "difficulty",
    DIFFICULTIES,
    "normal",
    "Where the stealth meter starts, higher being easier, and how many guards there are.",
    "Difficulty",
)
DECK = Option(
    "deck",
    ("mission", "green", "blue", "maroon"),
    "mission",
    "The event deck: green is easy, maroon is hard.",
    "Event deck",
    says=(AS_IT_IS, "green", "blue", "maroon"),
)
METER = Option(
    "meter",
    ("difficulty", *map(str, range(3, 13))),
    "difficulty",
    "A start of the stealth meter of your own, instead of that of the difficulty.",
    "Stealth meter",
    says=("as the difficulty says", *map(str, range(3, 13))),
)
OPERATORS = Option(
    "operators",
    ("mission", "1", "2", "3", "4"),
    "mission",
    "How many Operators go; another number than the mission's is of your own choice of men and boards.",
    "Operators",
    says=(AS_IT_IS, "1", "2", "3", "4"),
)
PLAYERS = Option(
    "players",
    ("1", "2", "3", "4"),
    "1",
    "How many people share the Operators; a man's questions say whose he is.",
    "Players",
)
GUARDS = Option(
    "guards",
    ("0", "1", "2", "3", "4"),
    "0",
    "Extra guards, who stand beside the objectives and look to the entry.",
    "Extra guards",
)
EXPANSIONS = Option(
    "packs",
    ("mission", *PACKS),
    "mission",
    "Expansions beside those of the mission: They Who Dare, Heavy Metal, Hot Dogs, Kickstarter, Jäger. Each adds its "
    "event cards to the deck and lets its men be chosen.",
    "Expansions",
    joined=PACKS,
    says=("those of the mission", "They Who Dare", "Heavy Metal", "Hot Dogs", "Kickstarter", "Jäger"),
)

TIES = ties_option("Units, targets, squares and ways that are equal for the Axis")
HUNTER = Option(
    "jaeger",
    ("off", "on"),
    "off",
    "One player more plays the Axis: a hidden hand of Jäger cards, four Stalkers, and units that he moves himself. The "
    "stealth meter then starts where it is easy.",
    "A player as the Jäger",
)

# A4, A37, A61, A65, A66, A68 and A79 of the ledger: how we read the rule is the default.
RULINGS = (
    Option(
        "operator_health",
        ("5", "6"),
        "5",
        "The health that an Operator starts with.",
        "Health of an Operator",
        "Operators",
    ),
    Option(
        "alert_blocks_operator_los",
        ("on", "off"),
        "on",
        "Whether alert Axis infantry stops an Operator's shot.",
        "Alert infantry in the line of fire",
        "Shooting",
    ),
    Option(
        "sprint_noise_from_start",
        ("on", "off"),
        "on",
        "Whether a sprint is heard beside the square it starts on.",
        "Noise where a sprint starts",
        "Heard and seen",
    ),
    Option(
        "rotate_engaged_units",
        ("off", "on"),
        "off",
        "Whether a rotate card turns an alert man away from a spotted Operator in his sight.",
        "Rotate cards and men in a fight",
        "Events",
    ),
    Option(
        "speargun_when_spotted",
        ("off", "on"),
        "off",
        "Whether a spotted Operator may use the speargun.",
        "Speargun when spotted",
        "Shooting",
    ),
    Option(
        "vehicle_guns_one_noise",
        ("off", "on"),
        "off",
        "Whether all guns that a vehicle fires in one action move the meter one space together.",
        "Noise of a vehicle's guns",
        "Heard and seen",
    ),
    Option(
        "blind_fire_anywhere",
        ("off", "on"),
        "off",
        "Whether a crouched Operator may fire blind without low cover between him and the target.",
        "Blind fire without cover",
        "Shooting",
    ),
)

SUPPORT = "Who comes with the Operators where the map has 8 tiles or more; on a smaller one nobody does."
SUPPORTS = {"or-resistance": ("resistance", "willys", "none"), "or-sas": ("sas", "support-willys", "none")}
SWAPS = {
    "patrol": Option("patrol_vehicle", (), "mission", "Another vehicle on patrol.", "Vehicle on patrol"),
    "guard": Option(
        "guard_vehicle", (), "mission", "Another vehicle on guard; none longer than the mission's.", "Vehicle on guard"
    ),
    "assault": Option(
        "assault_vehicle", (), "mission", "Another vehicle that comes at the alarm.", "Vehicle at the alarm"
    ),
    "convoy": Option(
        "convoy_escort",
        (),
        "mission",
        "Other vehicles beside those of the convoy that are objectives.",
        "Escort of the convoy",
    ),
}


def options_of(mission: Mission) -> tuple[Option, ...]:
    """RR-3.12, RR-23.4, RR-23.5, RR-23.6, RR-23.7 What the players may set for a mission."""
    found = [DIFFICULTY, TIES, PLAYERS, HUNTER, DECK, EXPANSIONS, METER, OPERATORS, GUARDS]
    sizes = custom.sizes_of(mission)
    if sizes:
        found.append(
            Option(
                "tiles",
                sizes,
                sizes[0],
                "How many tiles the map has: a smaller one is a shorter game, a larger one a longer way.",
                "Size of the map",
            )
        )
    if any(custom.resized(mission, size).willys != "no" for size in sizes or [str(custom.tiles_of(mission))]):
        values = SUPPORTS.get(mission.willys, ("willys", "none"))
        found.append(Option("support", values, values[0], SUPPORT, "Support"))
    for role, option in SWAPS.items():
        units = custom.swaps_of(mission, role)
        if units:
            words = (AS_IT_IS, *(unit.replace("-", " ") for unit in units))
            found.append(
                Option(option.name, ("mission", *units), option.default, option.text, option.title, says=words)
            )
    return (*found, *RULINGS)


def meant_for(mission: Mission, box: Mission, options: dict[str, str]) -> dict[str, str]:
    """RR-23.3 What the options of a match, which are those of a mission of the box, mean for one that a player wrote:
    what is left as the box has it is as the mission itself has it.
    """
    defaults = {option.name: option.default for option in options_of(box)}
    own = {option.name: option for option in options_of(mission)}
    meant = {name: option.default for name, option in own.items()}
    for name, value in options.items():
        if value != defaults.get(name, value):
            if name not in own or not own[name].allows(value):
                raise BadInput(f"this mission cannot be played with {name}={value}")
            meant[name] = value
    return meant


def customised(mission: Mission, options: dict[str, str]) -> Mission:
    """RR-23.4, RR-23.5, RR-23.7 A mission as the players have set it: first its size, then what is changed on it."""
    if "tiles" in options:
        mission = custom.resized(mission, options["tiles"])
    mission = custom.with_packs(mission, options.get("packs", "mission"))
    mission = custom.with_settings(
        mission,
        deck=options.get("deck", "mission"),
        meter=options.get("meter", "difficulty"),
        operators=options.get("operators", "mission"),
        guards=options.get("guards", "0"),
    )
    for role, option in SWAPS.items():
        unit = options.get(option.name, "mission")
        if unit != "mission":
            mission = custom.swapped(mission, role, unit)
    return mission


@dataclass(frozen=True)
class Switches:
    """The rulings as a match has them."""

    operator_health: int = 0  # 0: as the board says
    alert_blocks_operator_los: bool = True
    sprint_noise_from_start: bool = True
    rotate_engaged_units: bool = False
    speargun_when_spotted: bool = False
    vehicle_guns_one_noise: bool = False
    blind_fire_anywhere: bool = False
    jaeger: bool = False  # RR-27.1


def switches_of(options: dict[str, str]) -> Switches:
    """The rulings that the options of a match name; those they do not name are as we read them."""
    return Switches(
        int(options.get("operator_health", "0")),
        options.get("alert_blocks_operator_los") != "off",
        options.get("sprint_noise_from_start") != "off",
        options.get("rotate_engaged_units") == "on",
        options.get("speargun_when_spotted") == "on",
        options.get("vehicle_guns_one_noise") == "on",
        options.get("blind_fire_anywhere") == "on",
        options.get("jaeger") == "on",
    )
