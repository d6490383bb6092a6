import { expect, test } from "vitest";
import { laidOut } from "../fixtures/laid";
import { Aim } from "./aim.svelte";
import { Layout } from "./layout.svelte";
import { View } from "./view.svelte";

function aiming() {
  const laid = laidOut();
  const view = new View(laid, 30);
  view.whole();
  const aim = new Aim(laid, view, new Layout(laid, () => 0));
  const press = (key: string, shiftKey = false): boolean => {
    let meant = false;
    aim.key({ key, shiftKey, preventDefault: () => (meant = true) } as unknown as KeyboardEvent);
    return meant;
  };
  return { ...laid, view, aim, press };
}

test("the first arrow takes the first target, the next one goes its way", () => {
  const { aim, press } = aiming();
  press("ArrowUp");
  expect(aim.at).toBe(aim.targets[0]?.id);
  const from = aim.target;
  press("ArrowRight");
  expect(aim.target?.x ?? 0).toBeGreaterThan(from?.x ?? Infinity);
  expect(aim.text).not.toBe("");
});

test("Enter chooses a piece with its place, and the aim is gone", () => {
  const { aim, press, table } = aiming();
  expect(press("Enter")).toBe(false);
  press("ArrowUp");
  const at = aim.at;
  expect(press("Enter")).toBe(true);
  expect(table.narrowing.clicks[0]?.[0]).toBe(at);
  expect(aim.at).toBeNull();
});

test("plus, minus, 0 and Shift with arrows move the board, other keys are left alone", () => {
  const { view, press } = aiming();
  const { unit } = view.camera;
  press("+");
  expect(view.camera.unit).toBeLessThan(unit);
  const { x } = view.camera;
  press("ArrowRight", true);
  expect(view.camera.x).toBeGreaterThan(x);
  press("0");
  expect(view.camera.unit).toBe(unit);
  expect(press("x")).toBe(false);
});
