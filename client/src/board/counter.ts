import type { Piece } from "../lib/types";
import type { Form, Painted } from "./drawing";

/** Forms that a counter itself takes; a mark of another form, or of none, is a tab at its corner. */
const TAKEN: readonly (Form | undefined)[] = ["band", "low", "notch", "ring"];

/** The marks of a piece: the forms that its counter takes, and those that are tabs. */
export function marked(piece: Pick<Piece, "marks">, forms: Painted["forms"]): { forms: ReadonlySet<Form | undefined>; tabs: string[] } {
  return { forms: new Set(piece.marks.map((mark) => forms[mark])), tabs: piece.marks.filter((mark) => !TAKEN.includes(forms[mark])) };
}

/** Degrees clockwise from north. */
export function facingAngle(facing: string | number | null | undefined): number | null {
  if (facing === null || facing === undefined || facing === "") return null;
  const names: Record<string, number> = { n: 0, ne: 45, e: 90, se: 135, s: 180, sw: 225, w: 270, nw: 315, north: 0, east: 90, south: 180, west: 270 };
  if (typeof facing === "string" && facing in names) return names[facing] ?? null;
  const number = Number(facing);
  return Number.isFinite(number) ? number : null;
}

/** What is written where there is no symbol. */
export function letters(kind: string): string {
  const words = kind.split("-").filter(Boolean);
  return (words.length > 1 ? words.map((w) => w[0] ?? "").join("") : kind.slice(0, 2)).toUpperCase().slice(0, 3);
}
