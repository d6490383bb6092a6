import type { Scene } from "../lib/types";
import type { Point } from "./camera";
import type { Drawing } from "./drawing";
import { marksAt, marksInside, standsOn } from "./stacks";

/** Marks of a cell or link that are drawn, the others are told in words. */
export const MOST = 4;

/** Where a row of marks begins, and what it shows. */
export interface Row extends Point {
  marks: string[];
}

/** Marks on cells stand beside the counters, those on links in the middle between two places. */
export function rowsOfMarks(scene: Pick<Scene, "cells" | "links" | "pieces">, drawing: Pick<Drawing, "spots" | "names" | "counter">, size: number): Row[] {
  const { spots, names } = drawing;
  const cells = scene.cells.flatMap((cell): Row[] => {
    const spot = spots.get(cell.id);
    if (!spot || cell.marks.length === 0) return [];
    const count = Math.min(cell.marks.length, MOST);
    const tight = Math.min(spot.width, spot.height) < drawing.counter * 1.3;
    const taken = scene.pieces.some((p) => standsOn(p, cell.id));
    return [{ ...(tight ? marksInside(spot, size, count, taken) : marksAt(spot, size, count, names)), marks: cell.marks }];
  });
  const links = scene.links.flatMap((link): Row[] => {
    const a = spots.get(link.from);
    const b = spots.get(link.to);
    return a && b && link.marks.length > 0 ? [{ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, marks: link.marks }] : [];
  });
  return [...cells, ...links];
}

/** A mark may end in a number, which is written beside its sign. */
export function signAndNumber(mark: string): { sign: string; number: string } {
  const [, sign = mark, number = ""] = /^(.*?)(?:-(\d+))?$/.exec(mark) ?? [];
  return { sign, number };
}
