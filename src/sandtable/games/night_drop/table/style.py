# not compiled: a board is drawn once, and what draws it is no rule
"""How the map is painted: day, night, and the page's dark theme."""

from __future__ import annotations

DAY = {
    "sheet": "#f4efe4", "ink": "#22211d", "field": "#dfe3c3", "woods": "#a7b98b", "marsh": "#c5d6d0",
    "water": "#a9c3d4", "town": "#cdb9a5", "road": "#f7f1e1", "casing": "#6f6552",
    "halo": "#edeed9", "house": "#8a6f5c",
}  # fmt: skip
NIGHT = {
    "sheet": "#d9d8d6", "ink": "#14161c", "field": "#9ba4ae", "woods": "#758681", "marsh": "#87989f",
    "water": "#647f98", "town": "#9d97a0", "road": "#cfd0cf", "casing": "#3f4652",
    "halo": "#b4bcc4", "house": "#4c4953",
}  # fmt: skip
DARK = {
    "sheet": "#1b1c1e", "ink": "#e8e4da", "field": "#474d42", "woods": "#37442f", "marsh": "#3a4a47",
    "water": "#2f4453", "town": "#5a4d42", "road": "#8d8674", "casing": "#17181a",
    "halo": "#30342d", "house": "#b39c86",
}  # fmt: skip
DARK_NIGHT = {
    "sheet": "#131417", "ink": "#dfe0e2", "field": "#2f363f", "woods": "#26312f", "marsh": "#2b373d",
    "water": "#1c2c3d", "town": "#453f47", "road": "#6d7078", "casing": "#0d0e11",
    "halo": "#1f252c", "house": "#a39ca6",
}  # fmt: skip

_RULES = """
.nd-sheet { fill: @sheet; }
.nd-field { fill: @field; }
.nd-marsh { fill: @marsh; stroke: @ink; stroke-opacity: 0.22; stroke-width: 1.2; }
.nd-woods { fill: @woods; stroke: @ink; stroke-opacity: 0.32; stroke-width: 1.4; }
.nd-water { fill: @water; }
.nd-bank { fill: none; stroke: @ink; stroke-opacity: 0.5; stroke-width: 1.4; }
.nd-shore-1, .nd-shore-2, .nd-shore-3 { fill: none; stroke: @ink; stroke-opacity: 0.07; }
.nd-shore-1 { stroke-width: 8; }
.nd-shore-2 { stroke-width: 18; }
.nd-shore-3 { stroke-width: 32; }
.nd-tuft { fill: none; stroke: @ink; stroke-opacity: 0.3; stroke-width: 1; stroke-linecap: round; }
.nd-crown { fill: none; stroke: @ink; stroke-opacity: 0.36; stroke-width: 1; stroke-linecap: round; }
.nd-town { fill: @town; fill-opacity: 0.8; }
.nd-house { fill: @house; fill-opacity: 0.75; }
.nd-battery { fill: @town; stroke: @ink; stroke-width: 2; stroke-dasharray: 3 3; }
.nd-casemate { fill: @house; stroke: @ink; stroke-width: 1.8; stroke-linejoin: round; }
.nd-stream-casing { fill: none; stroke: @ink; stroke-opacity: 0.4; stroke-width: 11.5; stroke-linecap: round; }
.nd-stream { fill: none; stroke: @water; stroke-width: 9; stroke-linecap: round; }
.nd-rail { fill: none; stroke: @ink; stroke-width: 2.2; stroke-opacity: 0.85; }
.nd-ties { fill: none; stroke: @ink; stroke-width: 8; stroke-opacity: 0.7; stroke-dasharray: 1.6 8; }
.nd-road-casing { fill: none; stroke: @casing; stroke-width: 7; stroke-linecap: round; stroke-linejoin: round; }
.nd-road { fill: none; stroke: @road; stroke-width: 4.4; stroke-linecap: round; stroke-linejoin: round; }
.nd-parapet { fill: none; stroke: @ink; stroke-width: 2.6; stroke-linejoin: round; stroke-linecap: round; }
.nd-hex { fill: none; stroke: @ink; stroke-opacity: 0.17; stroke-width: 1; }
.far .nd-hex { stroke-opacity: 0.08; }
.nd-number text { font-size: 9px; text-anchor: middle; fill: @ink; fill-opacity: 0.62; }
.nd-number { display: none; }
.near .nd-number, .nd-alone .nd-number { display: inline; }
.nd-zone { fill-opacity: 0.16; stroke-width: 2.2; stroke-dasharray: 7 4; }
.nd-zone.nd-red { fill: #8f2436; stroke: #8f2436; }
.nd-zone.nd-green { fill: #2c6b40; stroke: #2c6b40; }
.nd-zone.nd-blue { fill: #2b5591; stroke: #2b5591; }
.nd-chute { stroke-width: 1.3; stroke-linejoin: round; fill-opacity: 0.85; }
.nd-chute.nd-red { fill: #8f2436; stroke: #8f2436; }
.nd-chute.nd-green { fill: #2c6b40; stroke: #2c6b40; }
.nd-chute.nd-blue { fill: #2b5591; stroke: #2b5591; }
.nd-chute.nd-on-red { fill: #14110f; stroke: #14110f; }
.nd-circled { fill: none; stroke: #14110f; stroke-width: 2.4; }
.nd-division { fill: #b8424f; stroke: #14110f; stroke-width: 1.4; }
.nd-star-red { fill: #b3202c; stroke: #fffaf0; stroke-width: 1.4; stroke-linejoin: round; }
.nd-star-black { fill: #17150f; stroke: #fffaf0; stroke-width: 1.4; stroke-linejoin: round; }
.nd-printed { font-size: 11px; font-weight: 700; fill: #fffaf0; }
.nd-helmet-disc { fill: #17150f; }
.nd-helmet { fill: #fffaf0; }
.nd-lovat { font-size: 19px; font-weight: 700; fill: @ink; fill-opacity: 0.75; }
.nd-howard { font-size: 13px; font-weight: 700; fill: @ink; paint-order: stroke; stroke: @halo; stroke-width: 3px; }
.nd-dashed { fill: none; stroke: #9c1f1f; stroke-width: 4; stroke-dasharray: 6 4; }
.nd-entry { fill: @sheet; stroke: @ink; stroke-width: 1.6; }
.nd-letter { font-size: 16px; font-weight: 700; fill: @ink; }
.nd-arrow { fill: @ink; }
.nd-label { fill: @ink; paint-order: stroke; stroke: @halo; stroke-width: 4px; stroke-opacity: 0.85; }
.nd-label, .nd-howard { stroke-linejoin: round; }
.nd-label-1 { font-size: 16.5px; font-weight: 600; letter-spacing: 0.3px; }
.nd-label-2 { font-size: 14.5px; letter-spacing: 0.3px; }
.nd-label-3 { font-size: 12.5px; letter-spacing: 0.3px; }
.nd-label-zone { font-size: 19px; font-weight: 700; letter-spacing: 1.5px; }
.nd-label-wood { font-size: 15px; letter-spacing: 2.5px; fill-opacity: 0.85; }
.nd-label-water { font-size: 17px; font-style: italic; letter-spacing: 2.5px; }
.nd-title { font-size: 30px; font-weight: 600; letter-spacing: 8px; fill: @ink; }
.nd-subtitle { font-size: 15px; letter-spacing: 0.8px; fill: @ink; fill-opacity: 0.8; }
.nd-small { font-size: 13.5px; fill: @ink; }
.nd-bar-solid { fill: @ink; stroke: @ink; stroke-width: 1; }
.nd-bar-open { fill: @sheet; stroke: @ink; stroke-width: 1; }
.nd-north { fill: @ink; }
.nd-glyph { fill: none; stroke: currentColor; stroke-width: 2.6; stroke-linejoin: round; stroke-linecap: round; }
.nd-strip { stroke: #17150f; stroke-width: 2; }
.nd-strip-red { fill: #8f2436; }
.nd-strip-green { fill: #2c6b40; }
.nd-strip-blue { fill: #2b5591; }
.nd-strip-yellow { fill: #e3b41f; }
.nd-strip-white { fill: #fffaf0; }
.nd-mark { stroke: #17150f; stroke-width: 2; }
.nd-mark-control { fill: #2f5d8a; color: #fffaf0; }
.nd-mark-destroyed { fill: #b3202c; color: #fffaf0; }
.nd-mark-vp { fill: #f0d98c; }
.nd-mark-confusion { fill: #f2efe6; }
.nd-mark-point { fill: #e3b41f; color: #17150f; }
.nd-mark-acted { fill: #f2efe6; }
.nd-mark-cover { fill: #c9c3b2; }
.nd-mark-text { font-size: 23px; font-weight: 700; fill: #17150f; }
"""

FONT = '"Source Sans 3 Variable", "Source Sans 3", "Fira Sans", "DejaVu Sans", sans-serif'


def _tokens(colours: dict[str, str]) -> str:
    return " ".join(f"--nd-{name}: {value};" for name, value in colours.items())


def css(standalone: bool) -> str:
    """The style sheet: rules by class, and the sets of colours by look and theme."""
    rules = _RULES.strip()
    for name in sorted(DAY, key=len, reverse=True):
        rules = rules.replace(f"@{name}", f"var(--nd-{name})")
    sets = [
        f".nd-board, [data-look] {{ {_tokens(DAY)} }}",
        f'[data-look="night"] {{ {_tokens(NIGHT)} }}',
        f'[data-theme="dark"] .nd-board, [data-theme="dark"][data-look] {{ {_tokens(DARK)} }}',
        f'[data-theme="dark"][data-look="night"] {{ {_tokens(DARK_NIGHT)} }}',
    ]
    font = f".nd-board text {{ font-family: {FONT}; }}\n" if standalone else ""
    return font + "\n".join(sets) + "\n" + rules
