import { expect, test } from "vitest";
import { laidOut } from "../fixtures/laid";
import { MADE_UP } from "../fixtures/made-up";
import { Layout } from "./layout.svelte";

test("counters are as large as the drawing says, as can be read, and as their cells allow", () => {
  expect([0, 50, 500].map((least) => new Layout(laidOut(), () => least).size)).toEqual([40, 50, 60]);
});

test("a fanned stack is drawn last, and so lies over everything", () => {
  const layout = new Layout(laidOut(), () => 0);
  expect(layout.standing.at(-1)?.at).not.toBe("camp");
  layout.fanned = "camp";
  expect(layout.standing.slice(-2).map((one) => [one.piece.id, one.at])).toEqual([["B1", "camp"], ["B2", "camp"]]);
});

test("a piece of several cells lies under the others and fills its area", () => {
  const [first] = MADE_UP.scene.pieces;
  const layout = new Layout(laidOut({ pieces: [...MADE_UP.scene.pieces, { ...first!, id: "long", at: "c4", cells: ["c4", "d4"] }] }), () => 0);
  expect(layout.standing[0]).toMatchObject({ piece: { id: "long" }, area: { x: 985, y: 250, width: 100, height: 50 } });
});

test("what lies in a panel has no spot; a piece has its own, and a place has one", () => {
  const layout = new Layout(laidOut(), () => 0);
  expect(layout.spot("S1")).toBeNull();
  expect(layout.spot("R1")).toMatchObject({ x: 700, y: 300 });
  expect(layout.spots(["ford", "nowhere", "R1"])).toHaveLength(2);
});
