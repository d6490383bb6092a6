import type { Piece } from "../lib/types";
import type { Point, Size } from "./camera";

export interface Placed {
  piece: Piece;
  x: number;
  y: number;
  /** How many pieces the stack has, written on its top piece when over three and not fanned out. */
  count: number;
  top: boolean;
}

/** A cell that a large piece may lie over, about its middle. */
export interface Area extends Point, Size {}

/** A box by its edges. */
export interface Edges {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Sides of a counter: half a mark's width and height, from one mark to the next, and from a spot to its row of marks. */
const MARK = { wide: 0.25, high: 0.2, next: 0.525, across: 0.45, down: 0.68 };

/** Where a row of marks begins beside its spot: below or above, to the left or right, the first that lies on no printed name. */
export function marksAt(spot: Point, size: number, count: number, names: readonly Edges[]): Point {
  const length = (count - 1) * MARK.next;
  const found = [MARK.down, -MARK.down].flatMap((y) => [-MARK.across, MARK.across - length].map((x) => ({ x: spot.x + x * size, y: spot.y + y * size })));
  const free = ({ x, y }: Point): boolean =>
    names.every(
      (n) =>
        x - MARK.wide * size >= n.right || x + (length + MARK.wide) * size <= n.left || y - MARK.high * size >= n.bottom || y + MARK.high * size <= n.top,
    );
  return found.find(free) ?? found[0] ?? spot;
}

/** In a cell that is no larger than a counter marks stay inside: in the middle, or in the corner of who stands there. */
export function marksInside(spot: Area, size: number, count: number, taken: boolean): Point {
  if (!taken) return { x: spot.x - ((count - 1) * MARK.next * size) / 2, y: spot.y };
  return { x: spot.x - spot.width / 2 + MARK.wide * size, y: spot.y + spot.height / 2 - MARK.high * size };
}

/** Whether a piece stands on a cell, with one of its cells if it has several. */
export const standsOn = (piece: Piece, cell: string): boolean => piece.at === cell || (piece.cells?.includes(cell) ?? false);

/** What a piece of several cells covers: the box about them all; null for a piece of one cell. */
export function extent(piece: Piece, spots: ReadonlyMap<string, Area>): Area | null {
  const areas = (piece.cells ?? []).map((id) => spots.get(id)).filter((area) => area !== undefined);
  if (areas.length < 2) return null;
  const left = Math.min(...areas.map((a) => a.x - a.width / 2));
  const right = Math.max(...areas.map((a) => a.x + a.width / 2));
  const top = Math.min(...areas.map((a) => a.y - a.height / 2));
  const bottom = Math.max(...areas.map((a) => a.y + a.height / 2));
  return { x: (left + right) / 2, y: (top + bottom) / 2, width: right - left, height: bottom - top };
}

/** Of the cells that a large piece covers, the one nearest to a point. */
export function nearest(cells: readonly string[], spots: ReadonlyMap<string, Point>, point: Point): string | undefined {
  const far = (id: string): number => {
    const spot = spots.get(id);
    return spot ? Math.hypot(spot.x - point.x, spot.y - point.y) : Infinity;
  };
  return [...cells].sort((a, b) => far(a) - far(b))[0];
}

/** Pieces by the place where they stand, lowest first; those of several cells are no part of a stack. */
export function stacks(pieces: readonly Piece[]): Map<string, Piece[]> {
  const out = new Map<string, Piece[]>();
  for (const piece of pieces) {
    if (piece.at === "off" || (piece.cells?.length ?? 0) > 1) continue;
    const there = out.get(piece.at);
    if (there) there.push(piece);
    else out.set(piece.at, [piece]);
  }
  for (const stack of out.values()) stack.sort((a, b) => a.z - b.z);
  return out;
}

/** One stack around a spot: offset by a few units, or fanned out in rows so that each piece can be pointed at. */
export function arrange(stack: readonly Piece[], spot: Point, size: number, fanned: boolean): Placed[] {
  const n = stack.length;
  if (fanned && n > 1) {
    const columns = Math.min(n, n <= 4 ? n : Math.ceil(Math.sqrt(n * 1.6)));
    const rows = Math.ceil(n / columns);
    const pitch = size * 1.12;
    return stack.map((piece, i) => {
      const row = Math.floor(i / columns);
      const inRow = row === rows - 1 ? n - row * columns : columns;
      return {
        piece,
        x: spot.x + ((i % columns) - (inRow - 1) / 2) * pitch,
        y: spot.y + (row - (rows - 1) / 2) * pitch,
        count: n,
        top: true,
      };
    });
  }
  // Only the top three of a pile show; the others lie exactly under them.
  const step = size * 0.11;
  const shown = Math.min(n, 3);
  return stack.map((piece, i) => {
    const level = Math.max(0, i - (n - shown)) - (shown - 1) / 2;
    return { piece, x: spot.x + level * step, y: spot.y - level * step, count: n, top: i === n - 1 };
  });
}
