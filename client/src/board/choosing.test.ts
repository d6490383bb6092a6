import { expect, test } from "vitest";
import { laidOut } from "../fixtures/laid";
import { MADE_UP } from "../fixtures/made-up";
import { Choosing } from "./choosing";
import { Layout } from "./layout.svelte";

function chosen(scene = {}) {
  const laid = laidOut(scene);
  const layout = new Layout(laid, () => 0);
  return { ...laid, layout, choosing: new Choosing(laid, layout), clicks: () => laid.table.narrowing.clicks };
}
const NOWHERE = { x: 0, y: 0 };

test("a click on a stack with several on offer chooses the one that was clicked and fans out the others", () => {
  const { choosing, layout, clicks } = chosen();
  choosing.piece("B2", NOWHERE, false);
  expect([layout.fanned, clicks()]).toEqual(["camp", [["B2", "camp"]]]);
  choosing.piece("B1", NOWHERE, false);
  expect(clicks()).toEqual([["B1", "camp"]]);
});

test("in a stack with one on offer any piece stands for it", () => {
  const { choosing, table, clicks } = chosen();
  table.options = table.options.filter((o) => o.words[1] === "B2");
  table.options = [...table.options, { words: ["scout", "B2", "c4"], text: "", price: "" }];
  choosing.piece("B1", NOWHERE, false);
  expect(clicks()).toEqual([["B2", "camp"]]);
});

test("a click on a place takes the place where it is on offer", () => {
  const { choosing, clicks, table } = chosen();
  choosing.piece("B1", NOWHERE, false);
  choosing.piece("B1", NOWHERE, false);
  choosing.cell("ford", true);
  expect(clicks()).toEqual([["B1", "camp"], ["ford"]]);
  expect(table.narrowed.complete).toHaveLength(2);
});

test("of a large piece the cell under the pointer is meant", () => {
  const [first] = MADE_UP.scene.pieces;
  const { choosing, table, server } = chosen({ pieces: [...MADE_UP.scene.pieces, { ...first!, id: "long", at: "c4", cells: ["c4", "d4"] }] });
  table.options = [{ words: ["move", "d4"], text: "", price: "" }, { words: ["move", "c4"], text: "", price: "" }];
  choosing.piece("long", { x: 1000, y: 250 }, false);
  expect(server.asked.filter((one) => one.kind === "act").map((one) => one.fields.words)).toEqual([["move", "d4"]]);
});

test("pointing at somebody who is not on offer tells what a click on their place would do", async () => {
  const { choosing, table } = chosen();
  table.options = [{ words: ["go", "ford"], text: "Go to the ford", price: "", at: "ford", likely: 1 }];
  const scene = { ...MADE_UP.scene, pieces: MADE_UP.scene.pieces.map((p) => (p.id === "R1" ? { ...p, at: "ford" } : p)) };
  table.scene = scene;
  const laid = laidOut(scene);
  laid.table.options = table.options;
  new Choosing(laid, new Layout(laid, () => 0)).rest("R1");
  expect(laid.table.looking.preview?.words).toEqual(["go", "ford"]);
  await new Promise((done) => setTimeout(done));
  expect([laid.table.looking.about?.id, laid.table.looking.aboutPlace?.id]).toEqual(["R1", "ford"]);
  choosing.leave();
});

test("a piece of a fan with which nothing can be done does not hide the place below it", () => {
  const { choosing, layout, table, server, drawing } = chosen();
  table.options = [{ words: ["move", "ford"], text: "", price: "", at: "ford", likely: 1 }];
  layout.fanned = "camp";
  const spot = drawing?.spots.get("ford");
  choosing.piece("B2", { x: spot?.x ?? 0, y: spot?.y ?? 0 }, false);
  expect(server.asked.filter((one) => one.kind === "act").map((one) => one.fields.words)).toEqual([["move", "ford"]]);
});

test("a pile is where somebody in hand may go, at once and also for a finger", async () => {
  const { choosing, layout, table, server } = chosen();
  const ask = server.ask.bind(server);
  const go = { words: ["go", "camp"], text: "Go to the camp", price: "", at: "camp", likely: 1 };
  server.ask = (kind, fields = {}) => (kind === "peek" ? Promise.resolve({ link: true, prompt: null, options: [go], beside: [] } as never) : ask(kind, fields));
  table.options = ["B3", "B1", "B2"].map((id) => ({ words: ["with", id], text: id, price: "", at: id, likely: 1 }));
  choosing.piece("B3", NOWHERE, true);
  await new Promise((done) => setTimeout(done));
  layout.fanned = null;
  choosing.piece("B1", NOWHERE, true);
  await new Promise((done) => setTimeout(done));
  expect(layout.fanned).toBeNull();
  expect(server.asked.filter((one) => one.kind === "act").map((one) => one.fields.words)).toContainEqual(["with", "B3"]);
});

test("the other button asks what may be done with a piece and at the place below it", () => {
  const { choosing, table } = chosen();
  const take = { words: ["take", "B2"], text: "", price: "", at: "B2", likely: 1 };
  const watch = { words: ["watch", "B1", "camp"], text: "", price: "", at: "camp", likely: 1 };
  table.options = [take, watch];
  choosing.ask(["B2", "camp"]);
  expect(table.menu).toEqual({ id: "B2", options: [take, watch] });
});

test("a click beside everything folds the fan", () => {
  const { choosing, layout } = chosen();
  choosing.cell("camp", false);
  expect(layout.fanned).toBe("camp");
  choosing.nothing();
  expect(layout.fanned).toBeNull();
});

test("the fan folds when something else is on offer: it would cover its neighbours", () => {
  const { choosing, layout, table } = chosen();
  choosing.piece("B2", NOWHERE, false);
  expect(layout.fanned).toBe("camp");
  table.options = [...table.options];
  expect(layout.fanned).toBeNull();
});

test("a buried piece is one click away once a click beside the counters has opened its stack", () => {
  const { choosing, layout, clicks } = chosen();
  choosing.cell("camp", false);
  expect([layout.fanned, clicks()]).toEqual(["camp", []]);
  choosing.piece("B1", NOWHERE, false);
  expect(clicks()).toEqual([["B1", "camp"]]);
});

test("a pointer at rest looks ahead where one action ends, and asks why not where none does", async () => {
  const { choosing, table, server } = chosen();
  choosing.rest("0202");
  expect(table.looking.preview?.words).toEqual(["move", "B1", "0202"]);
  choosing.rest("R1");
  await Promise.resolve();
  expect(table.looking.preview).toBeNull();
  expect(server.asked.map((one) => one.kind)).toContain("about");
  choosing.rest("0202");
  choosing.leave();
  expect(table.looking.preview).toBeNull();
});
