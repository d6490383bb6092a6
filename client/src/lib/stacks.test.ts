import { expect, test } from "vitest";
import { arrange, stacks } from "./stacks";
import type { Piece } from "./types";

const piece = (id: string, at: string, z = 0): Piece => ({
  id, at, z, kind: "truck", side: "british", face: "shown", name: id, values: [], marks: [], alt: id,
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
