import { expect, test } from "vitest";
import { clamp, fit, pan, show, viewBox, within, zoom } from "./camera";

const board = { width: 1000, height: 800 };
const screen = { width: 500, height: 500 };

test("fit shows the whole board in the middle", () => {
  const c = fit(board, screen);
  expect(c).toEqual({ x: 0, y: -100, unit: 2 });
  expect(viewBox(c, screen)).toBe("0 -100 1000 1000");
});

test("zooming keeps the point under the pointer", () => {
  const c = fit(board, screen);
  const z = zoom(c, 2, 250, 200, board, screen);
  expect(z.x + 250 * z.unit).toBeCloseTo(c.x + 250 * c.unit);
  expect(z.y + 200 * z.unit).toBeCloseTo(c.y + 200 * c.unit);
});

test("zoom has limits both ways", () => {
  let c = fit(board, screen);
  for (let i = 0; i < 60; i += 1) c = zoom(c, 1.5, 0, 0, board, screen);
  expect(c.unit).toBeCloseTo(2 / 12);
  for (let i = 0; i < 60; i += 1) c = zoom(c, 0.5, 0, 0, board, screen);
  expect(c.unit).toBeCloseTo(2.5);
});

test("panning cannot lose the board", () => {
  let c = zoom(fit(board, screen), 4, 250, 250, board, screen);
  for (let i = 0; i < 50; i += 1) c = pan(c, 400, 400, board, screen);
  expect(c.x + screen.width * c.unit).toBeGreaterThan(0);
  expect(clamp(c, board, screen)).toEqual(c);
});

test("showing a box that is in view moves nothing", () => {
  const c = zoom(fit(board, screen), 2, 250, 250, board, screen);
  expect(show(c, { x: 480, y: 380, width: 40, height: 40 }, board, screen)).toEqual(c);
});

test("showing a box outside brings it in", () => {
  const c = zoom(fit(board, screen), 4, 250, 250, board, screen);
  const s = show(c, { x: 940, y: 740, width: 40, height: 40 }, board, screen);
  expect(s.x).toBeLessThanOrEqual(940);
  expect(s.x + screen.width * s.unit).toBeGreaterThanOrEqual(980);
});

test("what is shown without being asked for leaves no room empty beside the board", () => {
  expect(within({ x: 900, y: -300, unit: 1 }, board, screen)).toEqual({ x: 500, y: 0, unit: 1 });
  expect(within({ x: 900, y: -300, unit: 2 }, board, screen)).toEqual({ x: 0, y: -100, unit: 2 });
});

