import { expect, test } from "vitest";
import { laidOut } from "../fixtures/laid";
import { settings } from "../lib/settings.svelte";
import { Attention } from "./attention.svelte";
import { Layout } from "./layout.svelte";
import { View } from "./view.svelte";

function looking(readable = 30) {
  const laid = laidOut();
  const view = new View(laid, readable);
  const layout = new Layout(laid, () => readable * view.camera.unit);
  const attention = new Attention(laid, view, layout);
  attention.resize({ width: 570, height: 280 });
  return { ...laid, view, attention };
}
const onLit = ({ view, attention }: ReturnType<typeof looking>) => ({ whole: view.fitted, beyond: attention.outOfSight });

test("a board whose counters can be read begins whole", () => {
  expect(onLit(looking())).toEqual({ whole: true, beyond: 0 });
});

test("a board whose counters are too small begins with what may be chosen", () => {
  expect(onLit(looking(60))).toEqual({ whole: false, beyond: 0 });
});

test("while nobody has moved the board it begins again when its room changes; later it stays", () => {
  const one = looking(60);
  one.attention.resize({ width: 1400, height: 900 });
  expect(one.view.fitted).toBe(true);
  one.view.zoom(2, { x: 0, y: 0 });
  one.attention.resize({ width: 570, height: 280 });
  expect(one.view.fitted).toBe(false);
});

test("an action on its way moves nothing", () => {
  const one = looking(60);
  one.table.sending = true;
  const { unit } = one.view.camera;
  one.attention.resize({ width: 1400, height: 900 });
  expect(one.view.camera.unit).toBe(unit);
});

test("a decision out of sight is brought into sight, one in sight moves nothing", () => {
  const one = looking();
  one.attention.decision();
  one.view.showAll([{ x: 1100, y: 500 }]);
  expect(onLit(one).beyond).toBeGreaterThan(0);
  const before = one.view.camera;
  one.view.pan(0, 0);
  one.view.camera = { ...before, x: 0, y: 0 };
  const near = one.view.camera;
  one.attention.decision();
  expect(one.view.camera).toBe(near);
  one.view.camera = before;
  one.attention.decision();
  expect(one.attention.outOfSight).toBeLessThan(one.table.lit.size);
});

test("what was shown on request is left again when the next decision is elsewhere; with the switch off nothing moves by itself", () => {
  const one = looking(60);
  one.attention.decision();
  one.view.showAll([{ x: 1100, y: 500 }]);
  const away = one.view.camera;
  settings.camera = false;
  one.attention.decision();
  one.attention.actors(["R1", "d4"]);
  one.attention.spoken("d4");
  expect(one.view.camera).toBe(away);
  settings.camera = true;
  one.attention.decision();
  expect(one.attention.outOfSight).toBe(0);
});

test("who acts is brought into sight unless the whole board is", () => {
  const one = looking();
  const { camera } = one.view;
  one.attention.actors(["R1", "d4"]);
  expect(one.view.camera).toBe(camera);
  one.view.showAll([{ x: 100, y: 100 }]);
  one.attention.actors(["R1", "d4"]);
  expect(one.view.inSight({ x: 1010, y: 250 })).toBe(true);
});

test("what the coach speaks of is brought into sight, and moves nothing that is in it", () => {
  const one = looking();
  one.view.showAll([{ x: 100, y: 100 }]);
  one.attention.spoken("d4");
  expect(one.view.inSight({ x: 1010, y: 250 })).toBe(true);
  const { camera } = one.view;
  one.attention.spoken("d4");
  expect(one.view.camera).toBe(camera);
});
