import { expect, test } from "vitest";
import { laidOut } from "../fixtures/laid";
import { View } from "./view.svelte";

function viewed(): View {
  const view = new View(laidOut(), 30);
  view.screen = { width: 570, height: 280 };
  view.whole();
  return view;
}

test("the whole board fits, and goes on fitting when its room changes", () => {
  const view = viewed();
  expect(view.camera).toEqual({ x: 0, y: 0, unit: 2 });
  view.resize({ width: 285, height: 140 });
  expect(view.camera.unit).toBe(4);
});

test("a board that was moved keeps its middle when its room changes", () => {
  const view = viewed();
  view.zoom(4, { x: 285, y: 140 });
  const middle = view.onBoard({ x: 285, y: 140 });
  view.resize({ width: 370, height: 220 });
  expect(view.onBoard({ x: 185, y: 110 })).toEqual(middle);
  expect(view.moved).toBe(true);
});

test("points of the window and of the board are each other's", () => {
  const view = viewed();
  view.zoom(3, { x: 100, y: 50 });
  const there = view.onScreen(view.onBoard({ x: 12, y: 34 }));
  expect(there.x).toBeCloseTo(12);
  expect(there.y).toBeCloseTo(34);
  expect(view.inSight(view.onBoard({ x: 20, y: 20 }))).toBe(true);
  expect(view.inSight(view.onBoard({ x: 20, y: 1 }))).toBe(false); // on the very rim
  expect(view.inSight(view.onBoard({ x: -1, y: 20 }))).toBe(false);
});

test("what lies under the buttons of the corner is not in sight, and is shown beside them", () => {
  const view = viewed();
  view.zoom(3, { x: 285, y: 140 });
  const under = view.onBoard({ x: 540, y: 30 });
  expect(view.inSight(under)).toBe(true);
  view.corner = { width: 60, height: 150 };
  expect(view.inSight(under)).toBe(false);
  view.showAll([under, { x: under.x - 100, y: under.y + 60 }]);
  expect(view.inSight(under)).toBe(true);
});

test("several things are shown as near as that allows", () => {
  const view = viewed();
  view.whole();
  const whole = view.camera.unit;
  view.showAll([{ x: 500, y: 200 }, { x: 700, y: 300 }]);
  expect([view.inSight({ x: 500, y: 200 }), view.inSight({ x: 700, y: 300 })]).toEqual([true, true]);
  expect(view.camera.unit).toBeLessThan(whole);
});

test("things too far apart to be read are left for the one that matters", () => {
  const view = viewed();
  view.screen = { width: 285, height: 140 };
  view.showAll([{ x: 20, y: 20 }, { x: 1120, y: 540 }], { x: 20, y: 20 });
  expect(view.inSight({ x: 20, y: 20 })).toBe(true);
  expect(view.inSight({ x: 1120, y: 540 })).toBe(false);
  expect(60 / view.camera.unit).toBeCloseTo(30);
});

test("nothing to show moves nothing", () => {
  const view = viewed();
  view.showAll([]);
  expect(view.camera).toEqual({ x: 0, y: 0, unit: 2 });
  expect(view.fitted).toBe(true);
});
