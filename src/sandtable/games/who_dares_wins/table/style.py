# not compiled: a board is drawn once, and what draws it is no rule
"""How the map is painted: classes of the drawing and the tokens of light and dark."""

LIGHT = {
    "paper": "#f4efe4",
    "ink": "#22211d",
    "base": "#2f5d8a",
    "sand": "#e6d3a5",
    "rock": "#c9ab7c",
    "oasis": "#a9c08a",
    "sea": "#b9cfd6",
    "town": "#cdb9a5",
}
DARK = {
    "paper": "#1b1c1e",
    "ink": "#e8e4da",
    "base": "#7fb0dd",
    "sand": "#5c5138",
    "rock": "#4a3f2f",
    "oasis": "#3f5138",
    "sea": "#2c3d44",
    "town": "#5a4d42",
}

_RULES = """
.sheet { fill: @paper; }
.sea { fill: @sea; }
.land { fill: @sand; }
.coast { fill: none; stroke: @ink; stroke-width: 1.2; stroke-linejoin: round; }
.wave-line { fill: none; stroke: @ink; stroke-opacity: 0.2; stroke-linejoin: round; }
.wave-gap { fill: none; stroke: @sea; stroke-linejoin: round; }
.scarp { fill: none; stroke: @ink; stroke-opacity: 0.34; stroke-width: 1.1; stroke-linecap: round; }
.dune { fill: none; stroke: @ink; stroke-opacity: 0.26; stroke-width: 1; stroke-linecap: round; }
.grain { fill: @ink; fill-opacity: 0.3; }
.road-casing { fill: none; stroke: @ink; stroke-width: 6.4; stroke-linecap: round; }
.road { fill: none; stroke: @paper; stroke-width: 3.4; stroke-linecap: round; }
.path-casing, .off-casing { fill: none; stroke: @sand; stroke-width: 6; stroke-opacity: 0.7; }
.path { fill: none; stroke: @ink; stroke-width: 2.4; stroke-dasharray: 9 5; }
.off { fill: none; stroke: @ink; stroke-width: 3; stroke-linecap: round; stroke-dasharray: 0.1 7; }
.outline { fill: @paper; stroke: @ink; stroke-width: 1.6; }
.on-rocky > .outline { fill: @rock; }
.on-oasis > .outline { fill: @oasis; }
.on-sand > .outline { fill: @sand; }
.transit > .outline { stroke-dasharray: 5 3; }
.base-ring { fill: none; stroke: @base; stroke-width: 3; }
.glyph-line { fill: none; stroke: @ink; stroke-width: 1.5; stroke-linejoin: round; stroke-linecap: round; }
.glyph-solid { fill: @ink; }
.glyph-ground { fill: @paper; }
.inset, .panel { fill: @paper; stroke: @ink; stroke-width: 1.2; }
.inset { fill: @sand; }
.frame { fill: none; stroke: @ink; stroke-width: 1.2; }
.frame-thick { fill: none; stroke: @ink; stroke-width: 3; }
.tick, .bar-line { fill: none; stroke: @ink; stroke-width: 1.2; }
.bar-solid, .arrow { fill: @ink; }
.bar-open { fill: @paper; stroke: @ink; stroke-width: 1.2; }
text { fill: @ink; stroke: none; }
.label { paint-order: stroke; stroke: @sand; stroke-width: 3.4; stroke-linejoin: round; stroke-opacity: 0.86; }
.at-sea .label { stroke: @sea; }
.major { font-size: 14.5px; font-weight: 600; letter-spacing: 0.6px; }
.minor { font-size: 14px; }
.desert { font-size: 12.5px; }
.sea-name { font-size: 17px; font-style: italic; letter-spacing: 5px; fill-opacity: 0.82; }
.region-name { font-size: 12.5px; letter-spacing: 2.2px; fill-opacity: 0.82; }
.land-name { font-size: 18px; letter-spacing: 11px; fill-opacity: 0.82; }
.title { font-size: 30px; font-weight: 600; letter-spacing: 9px; }
.subtitle { font-size: 14px; letter-spacing: 1.5px; }
.small { font-size: 12.5px; }
.small-note { font-size: 12px; fill-opacity: 0.8; }
.head { font-size: 12.5px; font-weight: 600; letter-spacing: 1px; }
"""

FONT = '"Source Sans 3 Variable", "Source Sans 3", "Fira Sans", "DejaVu Sans", sans-serif'


def _tokens(colours: dict[str, str]) -> str:
    return " ".join(f"--wdw-{name}: {value};" for name, value in colours.items())


def css(standalone: bool) -> str:
    """The style sheet: rules by class, and the colours of light and dark. A page says by `data-theme` which it wants; a
    file on its own goes by what its reader prefers.
    """
    rules = _RULES.strip()
    for name in sorted(LIGHT, key=len, reverse=True):
        rules = rules.replace(f"@{name}", f"var(--wdw-{name})")
    sets = [f".cyrenaica {{ {_tokens(LIGHT)} }}", f'.cyrenaica[data-theme="dark"] {{ {_tokens(DARK)} }}']
    if standalone:
        own = f".cyrenaica {{ font-family: {FONT}; }}"
        dark = f"@media (prefers-color-scheme: dark) {{ .cyrenaica:not([data-theme]) {{ {_tokens(DARK)} }} }}"
        sets += [own, dark]
    return "\n".join([*sets, rules])
