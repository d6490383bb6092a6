/**
 * Symbols for kinds of pieces, as strokes in a box of 24 by 14 about the middle (0, 0). A kind that is not here and not in the
 * board's drawing is written with its letters, so a new game needs nothing from this file.
 */
const SYMBOLS: Readonly<Record<string, string>> = {
  truck: "M-11 4V-5H2V4M2-2H8L11 2V4H-11M-7 4a2.4 2.4 0 1 0 .01 0M7 4a2.4 2.4 0 1 0 .01 0",
  jeep: "M-9 4V0H-3L-1-4H5V0H9V4ZM-5 4a2.4 2.4 0 1 0 .01 0M5 4a2.4 2.4 0 1 0 .01 0",
  halftrack: "M-11 2V-4H4L11 0V2M-11 2a2.6 2.6 0 0 0 0 5H0a2.6 2.6 0 0 0 0-5ZM8 3a2.2 2.2 0 1 0 .01 0",
  infantry: "M-11-7H11V7H-11ZM-11-7L11 7M11-7L-11 7",
  soldier: "M0-7a2.2 2.2 0 1 0 .01 0M-4 7L-2 0M4 7L2 0M-4-1H4L2 0M-6 2L8-4",
  armour: "M-11-7H11V7H-11ZM-6 0a6 3.5 0 0 1 12 0a6 3.5 0 0 1-12 0",
  tank: "M-10 3H10M-9 3a3 3 0 0 0 2 4H7a3 3 0 0 0 2-4M-6 3V-2H5V3M5 0H12",
  gun: "M-9 5L9-5M-4 3a4 4 0 1 0 .01 0M1 3H9",
  artillery: "M-11-7H11V7H-11ZM0-2.5a2.5 2.5 0 1 0 .01 0",
  aircraft: "M0-7V7M-11 0H11M-11 0L0-3L11 0M-4 7H4",
  hq: "M-7-7V7M-7-7H8V0H-7",
  headquarters: "M-7-7V7M-7-7H8V0H-7",
  leader: "M0-7L2-2H7L3 1L5 7L0 3.5L-5 7L-3 1L-7-2H-2Z",
  stick: "M-9-1a9 6 0 0 1 18 0ZM-9-1L0 7L9-1M-3-1L0 7L3-1",
  glider: "M-11-1H11M0-6V6M-3 6H3",
  paratrooper: "M-8-1a8 6 0 0 1 16 0ZM-8-1L0 6L8-1",
  engineer: "M-11-7H11V7H-11ZM-6 4V-3H6V4M0-3V4",
  recon: "M-11-7H11V7H-11ZM-11 7L11-7",
  rifle: "M-10 4L10-4M-10 4L-8 6L-4 4M-2 1V4",
  smg: "M-10-1H10M-8-1V4H-4V-1M1-1V6M10-1V-3",
  operator: "M0-7a2.4 2.4 0 1 0 .01 0M-5 7L-3-1H3L5 7M-3 2H3M3 0L9-3",
  officer: "M-7-2H7L5-6H-5ZM-9-2H9M-5-2V1a5 5 0 0 0 10 0V-2",
  corpse: "M-6-6L6 6M6-6L-6 6",
  barrel: "M-6-6H6V6H-6ZM-6-2H6M-6 2H6",
  dump: "M-11 6H11M-9 6V0H-1V6M1 6V0H9V6M-5 0V-6H4V0",
  bomb: "M0-3a5 5 0 1 0 .01 0M2-3L5-6M5-6L8-7",
  radio: "M-9 7V-1H9V7ZM5-1V-7M-5 1a2 2 0 1 0 .01 0M1 2H6M1 4H6",
  mine: "M0-3a4.5 4.5 0 1 0 .01 0M0-3V-7M-8 2H-5M5 2H8M-5-4L-3-2M5-4L3-2",
  trap: "M-10 3H10M-10 3a1 1 0 0 0-1 1M10 3V-5M-2 3V-3H4V3",
  motorbike: "M-7 2a3.5 3.5 0 1 0 .01 0M7 2a3.5 3.5 0 1 0 .01 0M-7 5L-2-2H4L7 5M4-2L6-5",
  documents: "M-6-7H3L7-3V7H-6ZM-3-1H4M-3 2H4M-3 5H2M3-7V-3H7",
  boat: "M-11 1H11L7 6H-7ZM-5 1L-9-5M5 1L9-5",
  mortar: "M-7 6H3M-5 6L5-6M1-1L6 6M5-6L7-4",
  signal: "M-11-7H11V7H-11ZM-11-7L-1 3L1-3L11 7",
  unknown: "M-4-3a4 4 0 1 1 5.5 4Q0 2 0 4M0 7V7.2",
  depot: "M-8 6V-3L0-7L8-3V6ZM-3 6V1H3V6",
  cache: "M-8-2H8V6H-8ZM-8-2L-5-6H5L8-2",
  observe: "M-9 0Q0-8 9 0Q0 8-9 0ZM0-2.6a2.6 2.6 0 1 0 .01 0",
  "recon-ok": "M-7 0L-2 5L8-6",
  blast: "M0-7L2-2L7-4L4 1L8 5L2 4L0 8L-2 4L-8 5L-4 1L-7-4L-2-2Z",
  aimed: "M0-8V-3M0 3V8M-8 0H-3M3 0H8M0-5a5 5 0 1 0 .01 0",
  cigarette: "M-10 2H5V6H-10ZM1 2V6M9 5V2Q9-1 6-2Q4-4 6-7",
  bound: "M-9-4H9M-9 0H9M-9 4H9M-4-7V7",
  scuba: "M-10-2q2.5-4 5 0t5 0t5 0t5 0M-10 5q2.5-4 5 0t5 0t5 0t5 0",
  set: "M0-6L-8 7M0-6L8 7M0-6V7",
  objective: "M0-7a7 7 0 1 0 .01 0M0-3a3 3 0 1 0 .01 0",
};

/** Other words for the same thing. */
const ALSO: Readonly<Record<string, string>> = { "half-track": "halftrack", kubelwagen: "jeep", willys: "jeep", lorry: "truck", resistance: "soldier", rifleman: "rifle", plane: "aircraft", panzer: "tank", target: "objective", aboard: "operator", "carries-corpse": "corpse", "carries-barrel": "barrel" };

export function symbolOf(kind: string): string | undefined {
  return SYMBOLS[kind] ?? SYMBOLS[ALSO[kind] ?? ""];
}

/** Degrees clockwise from north. */
export function facingAngle(facing: string | number | null | undefined): number | null {
  if (facing === null || facing === undefined || facing === "") return null;
  const names: Record<string, number> = { n: 0, ne: 45, e: 90, se: 135, s: 180, sw: 225, w: 270, nw: 315, north: 0, east: 90, south: 180, west: 270 };
  if (typeof facing === "string" && facing in names) return names[facing] ?? null;
  const number = Number(facing);
  return Number.isFinite(number) ? number : null;
}

export function letters(kind: string): string {
  const words = kind.split("-").filter(Boolean);
  return (words.length > 1 ? words.map((w) => w[0] ?? "").join("") : kind.slice(0, 2)).toUpperCase().slice(0, 3);
}
