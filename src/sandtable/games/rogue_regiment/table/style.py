# not compiled: a board is drawn once, and what draws it is no rule
"""How the tiles are painted: classes of the drawing and the tokens of light and dark.

What the rules call black or white is so in both; its rim sets it off from the ground.
"""

LIGHT = {
    "paper": "#f4efe4",
    "ink": "#22211d",
    "axis": "#6b6f3a",
    "ground": "#d9d5c0",
    "forest": "#8fa57c",
    "stone": "#b5b0a6",
    "road": "#c8b890",
    "water": "#a9c3d4",
    "floor": "#e9dfcb",
    "hedge": "#6f8a58",
    "timber": "#a98556",
    "rim": "#f4efe4",
}
DARK = {
    "paper": "#1b1c1e",
    "ink": "#e8e4da",
    "axis": "#b3b873",
    "ground": "#3d3f38",
    "forest": "#3c4f38",
    "stone": "#5d5b57",
    "road": "#585140",
    "water": "#2c4452",
    "floor": "#4b463c",
    "hedge": "#587048",
    "timber": "#7d6240",
    "rim": "#b9b4a4",
}

_RULES = """
.sheet { fill: @paper; }
.ground { fill: @ground; }
.ground-edge { fill: none; stroke: @ink; stroke-opacity: 0.55; stroke-width: 1.4; }
.road { fill: @road; stroke: @ink; stroke-opacity: 0.3; stroke-width: 1.2; }
.rut { fill: none; stroke: @ink; stroke-opacity: 0.16; stroke-width: 1.6; stroke-dasharray: 12 7; }
.water { fill: @water; stroke: @ink; stroke-opacity: 0.55; stroke-width: 1.4; }
.wave { fill: none; stroke: @ink; stroke-opacity: 0.28; stroke-width: 1.3; stroke-linecap: round; }
.forest { fill: @forest; fill-opacity: 0.62; stroke: @ink; stroke-opacity: 0.28; stroke-width: 1.2; }
.crown { fill: @forest; stroke: @ink; stroke-opacity: 0.5; stroke-width: 1.1; }
.rock { fill: @stone; stroke: @ink; stroke-opacity: 0.6; stroke-width: 1.5; }
.hachure { fill: none; stroke: @ink; stroke-opacity: 0.5; stroke-width: 1.2;
  stroke-linecap: round; stroke-linejoin: round; }
.hedge { fill: @hedge; stroke: @ink; stroke-opacity: 0.6; stroke-width: 1.3; }
.leaf { fill: @ink; fill-opacity: 0.32; }
.floor { fill: @floor; }
.board-line { fill: none; stroke: @ink; stroke-opacity: 0.1; stroke-width: 1; }
.bridge { fill: @timber; stroke: @ink; stroke-opacity: 0.6; stroke-width: 1.2; }
.plank { fill: none; stroke: @ink; stroke-opacity: 0.4; stroke-width: 1; }
.crate { fill: @timber; stroke: @ink; stroke-opacity: 0.8; stroke-width: 1.3; }
.grid-line { fill: none; stroke: @ink; stroke-opacity: 0.13; stroke-width: 0.8; }
.joint { fill: none; stroke: @ink; stroke-opacity: 0.4; stroke-width: 1; stroke-dasharray: 2 5; }
.wall { fill: none; stroke: @ink; stroke-width: 5; stroke-linecap: square; }
.high { fill: none; stroke: @ink; stroke-width: 6; stroke-linecap: butt; }
.high-core { fill: none; stroke: @stone; stroke-width: 2.4; stroke-dasharray: 9 3; }
.low { fill: none; stroke: @ink; stroke-width: 5; stroke-linecap: round; stroke-opacity: 0.75; }
.low-core { fill: none; stroke: @stone; stroke-width: 3; stroke-linecap: round; stroke-dasharray: 6.5 2.2; }
.window-gap { fill: none; stroke: @paper; stroke-width: 7; }
.window { fill: none; stroke: @ink; stroke-width: 1.4; }
.pane { fill: @water; fill-opacity: 0.75; stroke: none; }
.door-gap { fill: none; stroke: @floor; stroke-width: 7; }
.door { fill: none; stroke: @ink; stroke-width: 2.2; stroke-linecap: round; }
.swing { fill: @ink; fill-opacity: 0.07; stroke: @ink; stroke-opacity: 0.45; stroke-width: 0.9;
  stroke-dasharray: 3 2.4; }
.grapple { fill: @paper; stroke: @ink; stroke-width: 1.8; }
.grapple-line { fill: none; stroke: @ink; stroke-width: 1.8; stroke-linecap: round; }
.patrol-casing { fill: none; stroke: @rim; stroke-opacity: 0.55; stroke-width: 5; stroke-linejoin: round; }
.patrol { fill: none; stroke: #22211d; stroke-width: 2; stroke-linejoin: round; stroke-dasharray: 7 5; }
.patrol-white { fill: none; stroke: #22211d; stroke-opacity: 0.8; stroke-width: 4; stroke-linejoin: round; }
.patrol-white-core { fill: none; stroke: #fff; stroke-width: 2.4; stroke-linejoin: round; stroke-dasharray: 7 5; }
.start { fill: #22211d; stroke: @rim; stroke-width: 1; }
.start-white { fill: #fff; stroke: #22211d; stroke-width: 1.2; }
.point { fill: #22211d; stroke: @rim; stroke-width: 1.4; }
.point-white { fill: #fff; stroke: #22211d; stroke-width: 1.6; }
.arrow { fill: #22211d; stroke: @rim; stroke-width: 0.8; }
.arrow-white { fill: #fff; stroke: #22211d; stroke-width: 1.1; }
.arrow-other { fill-opacity: 0.42; stroke-opacity: 0.6; }
.outside { fill: @paper; stroke: @ink; stroke-width: 1.6; }
.outside-white { fill: #fff; stroke: #22211d; stroke-width: 1.6; }
.outside-black { fill: #3b3a36; stroke: @ink; stroke-width: 1.6; }
.outside-mixed { fill: #8b8982; stroke: @ink; stroke-width: 1.6; }
.outside-entry { fill: @paper; stroke: @ink; stroke-width: 1.6; stroke-dasharray: 7 4; }
.slot { fill: @paper; fill-opacity: 0.75; stroke: @ink; stroke-opacity: 0.55; stroke-width: 1; }
.cell { fill: transparent; stroke: none; pointer-events: all; }
text { fill: @ink; stroke: none; }
.coordinate { font-size: 13px; fill-opacity: 0.72; }
.tile-name { font-size: 13px; letter-spacing: 3px; fill-opacity: 0.62; paint-order: stroke; stroke: @ground;
  stroke-width: 3.4; stroke-linejoin: round; stroke-opacity: 0.8; }
.title { font-size: 24px; font-weight: 600; letter-spacing: 4px; }
.side-name { font-size: 13px; letter-spacing: 1.5px; }
"""

FONT = '"Source Sans 3 Variable", "Source Sans 3", "Fira Sans", "DejaVu Sans", sans-serif'


def _tokens(colours: dict[str, str]) -> str:
    return " ".join(f"--rr-{name}: {value};" for name, value in colours.items())


def css(standalone: bool) -> str:
    """The style sheet: rules by class, and the colours of light and dark. A page says by `data-theme` which it wants; a
    file on its own goes by what its reader prefers.
    """
    rules = _RULES.strip()
    for name in sorted(LIGHT, key=len, reverse=True):
        rules = rules.replace(f"@{name}", f"var(--rr-{name})")
    sets = [
        f".rogue-regiment {{ {_tokens(LIGHT)} }}",
        f'.rogue-regiment[data-theme="dark"] {{ {_tokens(DARK)} }}',
    ]
    if standalone:
        own = f".rogue-regiment {{ font-family: {FONT}; }}"
        dark = f"@media (prefers-color-scheme: dark) {{ .rogue-regiment:not([data-theme]) {{ {_tokens(DARK)} }} }}"
        sets += [own, dark]
    return "\n".join([*sets, rules])
