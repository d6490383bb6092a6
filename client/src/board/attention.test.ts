import { expect, test } from "vitest";
import { laidOut } from "../fixtures/laid";
import type { Piece } from "../lib/types";
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

test("a set-up that can be taken as it is proposed shows one's own pieces, not the places of another choice", () => {
  const one = looking(60);
  one.table.options = [{ words: ["ready"], text: "Ready", price: "" }, ...one.table.options.map((o) => ({ ...o, at: "d4" }))];
  one.table.seats = [{ seat: "blue", title: "Blue", side: "blue", by: "people", bot: null, people: [], invited: 0, claims: {} }];
  const away = (piece: Piece): boolean => piece.side !== "blue" || piece.id !== "B1";
  one.table.scene = { ...one.scene, pieces: one.scene.pieces.map((p) => (away(p) ? { ...p, side: "red", at: "d4" } : { ...p, at: "camp" })) };
  one.attention.begin();
  expect([one.view.fitted, one.view.inSight({ x: 110, y: 150 }), one.view.inSight({ x: 1010, y: 250 })]).toEqual([false, true, false]);
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

test("who acts in sight moves nothing, however near the rim", () => {
  const one = looking();
  one.view.showAll([{ x: 100, y: 100 }]);
  one.view.camera = { ...one.view.camera, x: 1010 - one.view.screen.width * one.view.camera.unit + 12 * one.view.camera.unit, y: 100 };
  const { camera } = one.view;
  one.attention.actors(["R1", "d4"]);
  expect(one.view.camera).toBe(camera);
});

test("the same question again moves nothing while one of its places is in sight; for another one half of them out of sight is enough", () => {
  const one = looking(60);
  one.table.scene = { ...one.scene, pieces: one.scene.pieces.map((p) => (p.id === "B2" ? { ...p, at: "d4" } : p)) };
  one.attention.decision();
  one.view.camera = { x: 0, y: 100, unit: 0.5 };
  expect(one.attention.outOfSight).toBe(1); // B2; B1 is in the camp
  const { camera } = one.view;
  one.attention.decision();
  expect(one.view.camera).toBe(camera);
  one.table.prompt = { ...(one.table.prompt as NonNullable<typeof one.table.prompt>), text: "And who else?" };
  one.attention.decision();
  expect(one.view.camera).not.toBe(camera);
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

test("a card over the board stands where what it is about does not", () => {
  const one = looking();
  const middle = { ...one.view.camera, x: 1010 - (one.view.screen.width / 2) * one.view.camera.unit };
  one.view.camera = { ...middle, y: 250 - 20 * middle.unit };
  expect(one.attention.under(["d4"])).toBe(true);
  one.view.camera = { ...middle, y: 250 - (one.view.screen.height - 20) * middle.unit };
  expect(one.attention.under(["d4"])).toBe(false);
  one.view.camera = { ...middle, x: middle.x + 400 * middle.unit, y: 250 - 20 * middle.unit };
  expect(one.attention.under(["d4"])).toBe(false);
});
