# not compiled: a board is drawn once, and what draws it is no rule
"""How sides, units, things and marks are painted; symbols are path data in a box of 24 by 14 about 0, 0."""

from sandtable.kernel.scene import Form, Side

SIDES = {
    "british": Side(colour="#2f5d8a", dark="#7fb0dd", emblem="M-13 0a13 13 0 1 0 26 0a13 13 0 1 0-26 0Z"),
    "axis": Side(colour="#6b6f3a", dark="#b3b873", emblem="M0 -15L15 0L0 15L-15 0Z"),
}
_CAR = "M-9 4V0H-3L-1-4H5V0H9V4ZM-5 4a2.4 2.4 0 1 0 .01 0M5 4a2.4 2.4 0 1 0 .01 0"
_TRUCK = "M-11 4V-5H2V4M2-2H8L11 2V4H-11M-7 4a2.4 2.4 0 1 0 .01 0M7 4a2.4 2.4 0 1 0 .01 0"
_HALF_TRACK = "M-11 2V-4H4L11 0V2M-11 2a2.6 2.6 0 0 0 0 5H0a2.6 2.6 0 0 0 0-5ZM8 3a2.2 2.2 0 1 0 .01 0"
_OPERATOR = "M0-7a2.4 2.4 0 1 0 .01 0M-5 7L-3-1H3L5 7M-3 2H3M3 0L9-3"
_CORPSE = "M-6-6L6 6M6-6L-6 6"
_BARREL = "M-6-6H6V6H-6ZM-6-2H6M-6 2H6"
SYMBOLS = {
    "operator": _OPERATOR,
    "resistance": "M0-7a2.2 2.2 0 1 0 .01 0M-4 7L-2 0M4 7L2 0M-4-1H4L2 0M-6 2L8-4",
    "rifle": "M-10 4L10-4M-10 4L-8 6L-4 4M-2 1V4",
    "smg": "M-10-1H10M-8-1V4H-4V-1M1-1V6M10-1V-3",
    "officer": "M-7-2H7L5-6H-5ZM-9-2H9M-5-2V1a5 5 0 0 0 10 0V-2",
    "mortar": "M-7 6H3M-5 6L5-6M1-1L6 6M5-6L7-4",
    "motorbike": "M-7 2a3.5 3.5 0 1 0 .01 0M7 2a3.5 3.5 0 1 0 .01 0M-7 5L-2-2H4L7 5M4-2L6-5",
    "half-track": _HALF_TRACK,
    "kubelwagen": _CAR,
    "truck": _TRUCK,
    "hmg-team": "M-10-3H4V1H-10ZM4-1H11M-5 1L-9 7M-3 1L2 7M-10-6H-6V-3",
    "aa-gun": "M-8 6H8M0 6V1M-4 1H4M-3 1L5-7M1 1L9-7",
    "panzer": "M-10 0H10V2H-10ZM-9 2a2.5 2.5 0 0 0 0 5H9a2.5 2.5 0 0 0 0-5M-5 0V-4H3V0M3-3H12",
    "armoured-car": "M-10 2L-7-2H7L10 2V4H-10ZM-3-2V-5H3V-2M3-4H9M-6 4a2.2 2.2 0 1 0 .01 0M6 4a2.2 2.2 0 1 0 .01 0",
    "heavy-car": "M-11 2L-8-2H8L11 2V4H-11ZM-5-2V-6H2V-2M2-5H7V-3H2M-6 4a2 2 0 1 0 .01 0M0 4a2 2 0 1 0 .01 0M6 4H8",
    "troop-truck": _TRUCK + "M-8-5a1.6 1.6 0 1 0 .01 0M-3-5a1.6 1.6 0 1 0 .01 0",
    "flamethrower": "M-10 1H2M-8 1V5H-4V1M2 1Q5-6 6-1Q9-5 10 1Q8 5 2 1",
    "dog": "M-9-2L-6 0H4L6-4L10-3L9-1L7 0L5 2V7M-5 1V7M-1 2V7M3 2V7M-6 0V6",
    "flame-track": _HALF_TRACK + "M5-4Q6-8 8-5Q10-8 11-4",
    "sniper": "M-11 3L11-3M-11 3L-9 5L-5 2M-3-2H3V-5H-3ZM0-2V0",
    "panzerfaust": "M-11 2H2M2 2L5-1H9L11 2L9 5H5ZM-5 2V5",
    "grenadier": "M-2-2a5 5 0 1 0 .01 0M-4-3H0V-6H-4ZM0-6L6-3",
    "aa-truck": _TRUCK + "M-5-5L2-9M-8-5L-1-9",
    "stummel": _HALF_TRACK + "M-2-4V-7H2V-4M2-6H6",
    "kettenkrad": "M-10 2a2.5 2.5 0 0 0 0 5H2a2.5 2.5 0 0 0 0-5ZM8 2a2.8 2.8 0 1 0 .01 0M-8 2V-3H0L3 2M8 4L4-5H7",
    "hmg-kubelwagen": _CAR + "M-3-4H-8M-3-6V-2",
    "sturmboot": "M-11 0H8L11-2L8 6H-8ZM-4 0V-5H2V0M-11 0V4",
    "stalker": "M0-8a2.6 2.6 0 1 0 .01 0M-6 8L-2-1H2L6 8M-6-1L6-1M-4-8H4",
    "sas": _OPERATOR + "M-6-4L-3-2",
    "willys": _CAR,
    "support-willys": _CAR + "M-3-4H-8",
    "lorry": _TRUCK,
    "boat": "M-11 1H11L7 6H-7ZM-5 1L-9-5M5 1L9-5",
    "corpse": _CORPSE,
    "barrel": _BARREL,
    "dump": "M-11 6H11M-9 6V0H-1V6M1 6V0H9V6M-5 0V-6H4V0",
    "radio": "M-9 7V-1H9V7ZM5-1V-7M-5 1a2 2 0 1 0 .01 0M1 2H6M1 4H6",
    "documents": "M-6-7H3L7-3V7H-6ZM-3-1H4M-3 2H4M-3 5H2M3-7V-3H7",
    "trap": "M-10 3H10M-10 3a1 1 0 0 0-1 1M10 3V-5M-2 3V-3H4V3",
    "mine": "M0-3a4.5 4.5 0 1 0 .01 0M0-3V-7M-8 2H-5M5 2H8M-5-4L-3-2M5-4L3-2",
    "bomb": "M0-3a5 5 0 1 0 .01 0M2-3L5-6M5-6L8-7",
    "empty-kettenkrad": "M-10 2a2.5 2.5 0 0 0 0 5H2a2.5 2.5 0 0 0 0-5ZM8 2a2.8 2.8 0 1 0 .01 0M-10-6L10-2",
    "empty-sturmboot": "M-11 0H8L11-2L8 6H-8ZM-8-6L8-3",
    "waypoint": "M-5 7V-7M-5-7L8-3L-5 1M-8 7H-2",
    "cat": "M-7 7Q-8 0-3-1H3Q8 0 7 7ZM-4-1L-5-7L-1-4H1L5-7L4-1M7 6Q11 5 10 0",
    "stain": "M0-7Q6 1 4 4a4.6 4.6 0 0 1-8 0Q-6 1 0-7ZM8 4a1.5 1.5 0 1 0 .01 0M-9 1a1.2 1.2 0 1 0 .01 0",
    "typhoon": "M0-9L2-3L12 1V3L2 2L1 7L4 9V10H-4V9L-1 7L-2 2L-12 3V1L-2-3Z",
    "next-tile": "M-4-4V-7H4V-4M-4 4V7H4V4M0-2a2 2 0 1 0 .01 0M-12 1L-4-1M12 1L4-1",
    # marks
    "spotted": "M-10 0C-5-7 5-7 10 0C5 7-5 7-10 0ZM0-3a3 3 0 1 0 .01 0",
    "disguise": "M-9 3H9M-5 3L-4-4H4L5 3",
    "talks": "M-9-6H2V0H-4L-6 3V0H-9ZM3-2H9V4H8V7L5 4H3Z",
    "ensnared": "M0-8V-2M0-2a4.5 4.5 0 1 0 .01 0M-2 7L2 7",
    "twig": "M-10 6L10-5M-3 2L-4-4M3-1L8 3",
    "lock": "M-6-1H6V7H-6ZM-4-1V-4a4 4 0 0 1 8 0V-1M0 2V4",
    "hunter": "M0-8V8M-9 0H9M0-5a5 5 0 1 0 .01 0M5-5L9-8",
    "target": "M0-7a7 7 0 1 0 .01 0M0-3a3 3 0 1 0 .01 0",
    "aimed": "M0-8V-3M0 3V8M-8 0H-3M3 0H8M0-5a5 5 0 1 0 .01 0",
    "cigarette": "M-10 2H5V6H-10ZM1 2V6M9 5V2Q9-1 6-2Q4-4 6-7",
    "set": "M0-6L-8 7M0-6L8 7M0-6V7",
    "empty": "M-9-4V6H9V-4M-9-4L-5 0M9-4L5 0",
    "failure": "M-9 7L1-3M1-3a4.5 4.5 0 1 1 6-4L4-4L6-2L9-5a4.5 4.5 0 0 1-6 5L-7 9Z",
    "flame": "M0 8C-7 8-7 1-3-3C-3 0-1 0-1-2C-1-5 0-7 2-8C1-4 6-2 6 3C6 6 4 8 0 8ZM0 8C-2 6-2 4 0 2C2 4 2 6 0 8",
    "carries-corpse": _CORPSE,
    "carries-barrel": _BARREL,
    "scuba": "M-10-2q2.5-4 5 0t5 0t5 0t5 0M-10 5q2.5-4 5 0t5 0t5 0t5 0",
    "bound": "M-9-4H9M-9 0H9M-9 4H9M-4-7V7",
    "aboard": _OPERATOR,
    "blast": "M0-7L2-2L7-4L4 1L8 5L2 4L0 8L-2 4L-8 5L-4 1L-7-4L-2-2Z",
}
FORMS: dict[str, Form] = {"alert": "notch", "spotted": "ring", "crouched": "low", "blast": "veil", "flame": "veil"}
