import type { Review } from "./wire";

/** A change on the scale of 100, with its sign. */
export function signed(change: number): string {
  const whole = Math.round(Math.abs(change));
  return whole === 0 ? "±0" : `${change > 0 ? "+" : "−"}${whole}`;
}

/** Half of all that a game can bring. */
const MUCH = 50;

/** Whether much came of neither decisions nor dice, so that whoever thinks ahead saw the game badly. */
export function doubtful(review: Review): boolean {
  return Math.abs(review.luck - review.points.reduce((sum, one) => sum + one.dice, 0)) >= MUCH;
}

/** Where the outlook fell by less than so many of 100, nothing turned. */
const TURN = 5;

/** What a look back comes to in a few sentences, and the decision to look at first: where most was lost, by a decision or after it. */
export function gist(review: Review): { text: string; at: number } {
  const { points, end } = review;
  const lost = end < 50;
  const after = (i: number): number => points[i + 1]?.outlook ?? end;
  const falls = points.map((one, i) => one.outlook - after(i));
  const deepest = Math.max(0, ...falls);
  const at = Math.max(0, falls.indexOf(deepest));
  const turned = deepest >= TURN ? points[at] : undefined;
  const place = review.worst[0];
  const worst = place === undefined ? undefined : points[place];
  const better = worst ? `“${worst.better}” instead of “${worst.did}”, which cost ${Math.round(worst.cost) || "less than 1"} of 100.` : "";
  if (place !== undefined && worst && (!turned || 2 * worst.cost >= deepest)) return { text: `${lost ? "What would have helped most" : "It could have been easier"}: ${better}`, at: place };
  if (!turned) return { text: `No decision was clearly a mistake, and the outlook never fell much at once.${lost && points.length > 0 ? " Another plan from the beginning may do better: ask for hints on the way." : ""}`, at };
  const fell = `The outlook fell most, from ${Math.round(turned.outlook)} to ${Math.round(after(at))}, after “${turned.did}”${turned.happened ? ` (${turned.happened})` : ""}`;
  const judged = worst ? `. Of what was decided this would have helped most: ${better}` : ", and no decision was clearly a mistake.";
  return { text: `${fell}${judged}${lost ? " Play on from there to see whether another way does better." : ""}`, at };
}

interface Place {
  x: number;
  y: number;
}

/** The outlook over a game as something to draw: what every decision cost is a drop, what came after it a slope. */
export interface Curve {
  y: (value: number) => number;
  line: string;
  area: string;
  places: Place[];
  drops: { x: number; from: number; to: number }[];
  marks: { kind: "worst" | "lucky" | "unlucky"; number: number; x: number; y: number }[];
}

/** Room for the scale on the left and for the marks. */
const LEFT = 34;
const RIGHT = 12;
const TOP = 34;
const BOTTOM = 12;

export function curveOf(review: Review, width: number, height: number): Curve {
  const { points } = review;
  const y = (value: number): number => round(TOP + (1 - value / 100) * (height - TOP - BOTTOM));
  const x = (place: number): number => round(LEFT + (place / Math.max(1, points.length)) * (width - LEFT - RIGHT));
  const drops = points.map((one, i) => ({ x: x(i), from: y(one.outlook), to: y(one.outlook - one.cost) }));
  const end: Place = { x: x(points.length), y: y(review.end) };
  const corners = [...drops.flatMap((drop) => [{ x: drop.x, y: drop.from }, { x: drop.x, y: drop.to }]), end];
  const line = corners.map((one, i) => `${i === 0 ? "M" : "L"}${one.x} ${one.y}`).join("");
  const marked = (kind: "worst" | "lucky" | "unlucky", places: readonly number[]): Curve["marks"] =>
    places.flatMap((place, i) => {
      const drop = drops[place];
      // Luck comes after a decision: its mark stands on the slope.
      const next = drops[place + 1] ?? { x: end.x, from: end.y };
      if (!drop) return [];
      return [kind === "worst" ? { kind, number: i + 1, x: drop.x, y: drop.from } : { kind, number: i + 1, x: round((drop.x + next.x) / 2), y: round(Math.min(drop.to, next.from)) }];
    });
  return {
    y,
    line,
    area: `${line}V${y(0)}H${corners[0]?.x ?? LEFT}Z`,
    places: drops.map((drop) => ({ x: drop.x, y: drop.from })),
    drops: drops.filter((drop) => drop.to > drop.from),
    marks: [...marked("worst", review.worst), ...marked("lucky", review.lucky), ...marked("unlucky", review.unlucky)],
  };
}

const round = (value: number): number => Math.round(value * 10) / 10;
