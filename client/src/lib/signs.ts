import type { Option } from "./wire";

export type Sign = NonNullable<Option["signs"]>[number];

/** What an action brings with it, in words. */
export const TOLD: Record<Sign, string> = { seen: "the enemy sees it", heard: "the enemy hears it", fire: "the enemy fires back", die: "dice decide", goal: "it serves a goal" };
/** The same as a line, 16 by 16. */
export const PATHS: Record<Sign, string> = {
  seen: "M1 8C4 3 12 3 15 8C12 13 4 13 1 8ZM8 5.6A2.4 2.4 0 1 0 8.01 5.6Z",
  heard: "M4 7A4 4 0 0 1 12 7C12 10 9 10 9 12.5A2 2 0 0 1 5.5 13.5M6.5 7.2A1.7 1.7 0 0 1 9.8 7.2",
  fire: "M8 1L9.6 6L15 4.5L11 8L15 11.5L9.6 10L8 15L6.4 10L1 11.5L5 8L1 4.5L6.4 6Z",
  die: "M2 2H14V14H2ZM5 5H5.1M11 11H11.1M8 8H8.1",
  goal: "M8 1L10 6H15L11 9.2L12.5 14.5L8 11.3L3.5 14.5L5 9.2L1 6H6Z",
};
/** So many places at least are a rule and no accident. */
const MANY = 4;
/** The sign that every place carries: it tells none of them from the others, and is told once. */
export function common(options: readonly Option[], isPlace: (id: string) => boolean): Sign | undefined {
  const places = options.filter((o) => o.likely === 1 && isPlace(o.at ?? ""));
  const first = worst(places[0]?.signs);
  return places.length >= MANY && places.every((o) => worst(o.signs) === first) ? first : undefined;
}
/** The worst of them that a place on the board carries: to be fired at, seen, heard. */
export const worst = (signs: readonly Sign[] | undefined): Sign | undefined => (["fire", "seen", "heard"] as const).find((one) => signs?.includes(one));
