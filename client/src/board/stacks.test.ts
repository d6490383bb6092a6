import { expect, test } from "vitest";
import { arrange, extent, marksAt, marksInside, nearest, stacks, standsOn } from "./stacks";
import type { Piece } from "../lib/types";

const piece = (id: string, at: string, z = 0): Piece => ({
  id, at, z, kind: "wagon", side: "blue", facing: null, face: "shown", name: id, values: [], marks: [], alt: id,
});

test("pieces are grouped by place, lowest first, and those off the board are not drawn", () => {
  const s = stacks([piece("b", "x", 2), piece("a", "x", 1), piece("c", "off"), piece("d", "y")]);
  expect([...s.keys()]).toEqual(["x", "y"]);
  expect(s.get("x")?.map((p) => p.id)).toEqual(["a", "b"]);
});

test("a lone piece stands on the spot", () => {
  expect(arrange([piece("a", "x")], { x: 5, y: 6 }, 40, false)[0]).toMatchObject({ x: 5, y: 6, top: true });
});

test("a pile is offset by little and only its top says so", () => {
  const placed = arrange(["a", "b", "c", "d", "e"].map((id) => piece(id, "x")), { x: 0, y: 0 }, 40, false);
  expect(placed.filter((p) => p.top).map((p) => p.piece.id)).toEqual(["e"]);
  expect(Math.max(...placed.map((p) => Math.abs(p.x)))).toBeLessThan(10);
  expect(placed[0]?.count).toBe(5);
});

test("a fanned stack overlaps nowhere", () => {
  for (const n of [2, 3, 5, 8, 13]) {
    const placed = arrange(Array.from({ length: n }, (_, i) => piece(`p${i}`, "x", i)), { x: 0, y: 0 }, 40, true);
    for (const a of placed)
      for (const b of placed)
        if (a !== b) expect(Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y))).toBeGreaterThanOrEqual(40);
  }
});

test("a piece of several cells covers them all, stands on each and is part of no stack", () => {
  const car: Piece = { ...piece("car", "a1"), cells: ["a1", "b1", "a2", "b2", "a3", "b3"] };
  const spots = new Map(car.cells?.map((id) => [id, { x: id[0] === "a" ? 25 : 75, y: Number(id[1]) * 50 - 25, width: 50, height: 50 }]));
  expect(extent(car, spots)).toEqual({ x: 50, y: 75, width: 100, height: 150 });
  expect(extent(piece("man", "a1"), spots)).toBeNull();
  expect(standsOn(car, "b3")).toBe(true);
  expect(standsOn(car, "c1")).toBe(false);
  expect([...stacks([car, piece("man", "a1")]).values()].map((s) => s.map((p) => p.id))).toEqual([["man"]]);
});

test("marks stand below their spot to the left, or where no name is printed", () => {
  const spot = { x: 100, y: 100 };
  const below = { left: 60, top: 120, right: 98, bottom: 140 };
  expect(marksAt(spot, 40, 1, [])).toEqual({ x: 82, y: 127.2 });
  expect(marksAt(spot, 40, 1, [below])).toEqual({ x: 118, y: 127.2 });
  expect(marksAt(spot, 40, 1, [{ ...below, right: 140 }])).toEqual({ x: 82, y: 72.8 });
  expect(marksAt(spot, 40, 4, [below]).y).toBe(72.8);
  expect(marksAt(spot, 40, 1, [{ left: 0, top: 0, right: 200, bottom: 200 }])).toEqual({ x: 82, y: 127.2 });
});

test("marks of a small cell stay inside it, in the middle or beside who stands there", () => {
  const square = { x: 100, y: 100, width: 40, height: 40 };
  expect(marksInside(square, 32, 1, false)).toEqual({ x: 100, y: 100 });
  expect(marksInside(square, 40, 3, false)).toEqual({ x: 79, y: 100 });
  const corner = marksInside(square, 40, 1, true);
  expect(corner).toEqual({ x: 90, y: 112 });
});

test("of several cells the nearest to a point is meant", () => {
  const spots = new Map([["a", { x: 0, y: 0 }], ["b", { x: 50, y: 0 }]]);
  expect(nearest(["a", "b", "gone"], spots, { x: 30, y: 5 })).toBe("b");
  expect(nearest([], spots, { x: 30, y: 5 })).toBeUndefined();
});
