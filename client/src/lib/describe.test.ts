import { expect, test } from "vitest";
import { MADE_UP } from "../fixtures/made-up";
import { describe, direction, neighbours, towards, type Place } from "./describe";

const place = (id: string, x: number, y: number, next: string[] = [], title: string | null = null): Place => ({ id, x, y, next, title });

test("neighbours come from the drawing, the links and the grid", () => {
  const grid = [place("a1", 0, 0), place("b1", 10, 0), place("a2", 0, 10), place("b2", 10, 10), place("camp", 90, 90, ["ford"]), place("ford", 99, 99)];
  const n = neighbours(grid, { links: MADE_UP.scene.links });
  expect(n.get("a1")).toEqual(["b1", "a2"]);
  expect(n.get("camp")).toEqual(["ford"]);
  expect(n.get("ford")).toEqual(["camp"]);
});

test("a place is told in words", () => {
  expect(describe(MADE_UP.scene, place("ford", 0, 0))).toBe("Ford. Ford: a cache. Here: R4, red kite.");
  expect(describe(MADE_UP.scene, place("camp", 0, 0, [], "Camp, an oasis"))).toMatch(/^Camp, an oasis\. Here: /);
  expect(describe(MADE_UP.scene, place("camp", 0, 0, [], "an oasis"))).toMatch(/^Camp \(an oasis\)\. /);
  expect(describe(MADE_UP.scene, place("0606", 0, 0, [], "Woods"))).toBe("Woods. Nobody here.");
});

test("directions are those of the map, north up", () => {
  expect(direction({ x: 0, y: 0 }, { x: 0, y: -5 })).toBe("north");
  expect(direction({ x: 0, y: 0 }, { x: -5, y: 5 })).toBe("south-west");
});

test("an arrow goes to the nearest place in its quarter and nowhere else", () => {
  const others = [place("near", 10, 2), place("far", 30, 0), place("up", 0, -8)];
  expect(towards({ x: 0, y: 0 }, others, 1, 0)?.id).toBe("near");
  expect(towards({ x: 0, y: 0 }, others, 0, -1)?.id).toBe("up");
  expect(towards({ x: 0, y: 0 }, others, -1, 0)).toBeNull();
});
