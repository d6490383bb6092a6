# not compiled: a board is drawn once, and what draws it is no rule
"""How sides, units and marks are painted; symbols are path data in a box of 24 by 14 about 0, 0."""

from sandtable.kernel.scene import Form, Side

SIDES = {
    "british": Side(colour="#2f5d8a", dark="#7fb0dd", emblem="M-13 0a13 13 0 1 0 26 0a13 13 0 1 0-26 0Z"),
    "axis": Side(colour="#6b6f3a", dark="#b3b873", emblem="M0 -15L15 0L0 15L-15 0Z"),
}
SYMBOLS = {
    "truck": "M-11 4V-5H2V4M2-2H8L11 2V4H-11M-7 4a2.4 2.4 0 1 0 .01 0M7 4a2.4 2.4 0 1 0 .01 0",
    "jeep": "M-9 4V0H-3L-1-4H5V0H9V4ZM-5 4a2.4 2.4 0 1 0 .01 0M5 4a2.4 2.4 0 1 0 .01 0",
    "hq": "M-7-7V7M-7-7H8V0H-7",
    "recon": "M-11-7H11V7H-11ZM-11 7L11-7",
    "signal": "M-11-7H11V7H-11ZM-11-7L-1 3L1-3L11 7",
    "aircraft": "M0-7V7M-11 0H11M-11 0L0-3L11 0M-4 7H4",
    "infantry": "M-11-7H11V7H-11ZM-11-7L11 7M11-7L-11 7",
    "halftrack": "M-11 2V-4H4L11 0V2M-11 2a2.6 2.6 0 0 0 0 5H0a2.6 2.6 0 0 0 0-5ZM8 3a2.2 2.2 0 1 0 .01 0",
    "tank": "M-10 3H10M-9 3a3 3 0 0 0 2 4H7a3 3 0 0 0 2-4M-6 3V-2H5V3M5 0H12",
    "gun": "M-9 5L9-5M-4 3a4 4 0 1 0 .01 0M1 3H9",
    "unknown": "M-4-3a4 4 0 1 1 5.5 4Q0 2 0 4M0 7V7.2",
    "target": "M0-7a7 7 0 1 0 .01 0M0-3a3 3 0 1 0 .01 0",
    "cache": "M-8-2H8V6H-8ZM-8-2L-5-6H5L8-2",
    "observe": "M-9 0Q0-8 9 0Q0 8-9 0ZM0-2.6a2.6 2.6 0 1 0 .01 0",
    "recon-ok": "M-7 0L-2 5L8-6",
}
FORMS: dict[str, Form] = {"reduced": "band"}
