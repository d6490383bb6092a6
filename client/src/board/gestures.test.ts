import { beforeEach, expect, test } from "vitest";
import { Gestures } from "./gestures";

let done: unknown[][];
let gestures: Gestures;
beforeEach(() => {
  done = [];
  gestures = new Gestures({ pan: (...by) => done.push(["pan", ...by]), zoom: (factor, at) => done.push(["zoom", factor, at]) });
});

test("a hand that shakes a little still clicks", () => {
  gestures.down(1, { x: 10, y: 10 });
  expect(gestures.move(1, { x: 12, y: 11 })).toBe(false);
  expect(gestures.busy).toBe(true);
  expect(gestures.up(1)).toBe(true);
  expect(gestures.busy).toBe(false);
  expect(done).toEqual([]);
});

test("a drag moves the board by what it has moved since, and is no click", () => {
  gestures.down(1, { x: 0, y: 0 });
  expect(gestures.move(1, { x: 20, y: 5 })).toBe(true);
  expect(gestures.move(1, { x: 21, y: 5 })).toBe(true);
  expect(gestures.up(1)).toBe(false);
  expect(done).toEqual([["pan", 20, 5], ["pan", 1, 0]]);
});

test("two fingers that part zoom in about their middle, and neither of them clicks", () => {
  gestures.down(1, { x: 0, y: 0 });
  gestures.down(2, { x: 100, y: 0 });
  gestures.move(2, { x: 200, y: 0 });
  expect(done).toEqual([["zoom", 2, { x: 100, y: 0 }], ["pan", 50, 0]]);
  expect([gestures.up(1), gestures.up(2)]).toEqual([false, false]);
  gestures.down(3, { x: 0, y: 0 });
  expect(gestures.up(3)).toBe(true);
});

test("what was not pressed here is neither drag nor click", () => {
  expect(gestures.move(7, { x: 90, y: 90 })).toBe(false);
  expect(gestures.up(7)).toBe(false);
  expect(done).toEqual([]);
});
