import { expect, test } from "vitest";
import { drawingOf, spotOf } from "../fixtures/laid";
import { MADE_UP } from "../fixtures/made-up";
import { rowsOfMarks, signAndNumber } from "./marks";
import { paint } from "./meaning";
import { hang, rowsOf } from "./menu";
import { meanings, shadesOf } from "./overlays";

const reach = { name: "reach", title: "Reach", about: "B1", cells: { camp: { shade: 1, text: "0" }, ford: { shade: 0, text: "3" }, "col-1": { shade: 2, text: "" } } };
const empty = { name: "sees", title: "Sight", about: null, cells: {} };

test("an overlay shades the cells that are on the board, and later ones lie on a layer of their own", () => {
  const shades = shadesOf([reach, { ...reach, name: "sees" }], drawingOf());
  expect(shades.map(({ key, shade, text, layer }) => [key, shade, text, layer])).toEqual([
    ["reach camp", 1, "0", 0], ["reach ford", 0, "3", 0], ["sees camp", 1, "0", 1], ["sees ford", 0, "3", 1],
  ]);
  expect(shadesOf([reach], null)).toEqual([]);
});

test("shades are explained by the legend, for overlays that show something", () => {
  const legend = [{ id: "overlay-reach-2", title: "Reach: dense", text: "dear" }, { id: "overlay-reach-1", title: "cheap" }, { id: "overlay-sees-1", title: "seen" }, { id: "cache", title: "Cache" }];
  expect(meanings([reach, empty], legend)).toEqual([{ id: "overlay-reach-1", layer: 0, shade: 1, text: "cheap" }, { id: "overlay-reach-2", layer: 0, shade: 2, text: "dear" }]);
  expect(meanings([empty, reach], legend).map((key) => key.layer)).toEqual([1, 1]); // as on the board: two overlays never share a pattern
});

test("marks stand on their cells and in the middle of their links", () => {
  const cells = [{ id: "ford", marks: ["cache"], alt: "" }, { id: "camp", marks: [], alt: "" }, { id: "c4", marks: ["a", "b"], alt: "" }];
  const rows = rowsOfMarks({ ...MADE_UP.scene, cells }, drawingOf(), 40);
  expect(rows.map((row) => row.marks)).toEqual([["cache"], ["a", "b"], ["path"]]);
  expect(rows[1]).toMatchObject({ x: 945, y: 267 });
  expect(rows[2]).toMatchObject({ x: 120, y: 270 });
});

test("a mark may end in a number", () => {
  expect(signAndNumber("goal-12")).toEqual({ sign: "goal", number: "12" });
  expect(signAndNumber("dug-in")).toEqual({ sign: "dug-in", number: "" });
});

test("places are painted with what they mean, and lose what they no longer mean", () => {
  const spots = new Map([["a", spotOf("a", 0, 0, 1)], ["b", spotOf("b", 9, 9, 1)]]);
  const none = new Set<string>();
  const nothing = { lit: none, clicked: none, act: none, preview: none, aim: none, walk: none };
  const lit = (): boolean[] => [...spots.values()].map((spot) => spot.hit.classList.contains("lit"));
  paint(spots, { ...nothing, lit: new Set(["b"]) });
  expect(lit()).toEqual([false, true]);
  paint(spots, nothing);
  expect(lit()).toEqual([false, false]);
});

test("a menu hangs where there is room for it", () => {
  const screen = { width: 1000, height: 600 };
  expect(hang({ x: 100, y: 100 }, screen, 360)).toEqual({ left: "100px", right: undefined, top: "118px", bottom: undefined, most: "474px" });
  expect(hang({ x: 900, y: 500 }, screen, 360)).toEqual({ left: undefined, right: "100px", top: undefined, bottom: "118px", most: "474px" });
  expect(hang({ x: -50, y: -50 }, screen, 360)).toMatchObject({ left: "8px", top: "18px" });
  expect(hang({ x: 10, y: 60 }, { width: 300, height: 100 }, 360).most).toBe("96px");
});

test("a menu has five rows and one for the others, until they are asked for", () => {
  const many = [1, 2, 3, 4, 5, 6, 7];
  expect([rowsOf(many, false), rowsOf(many, true), rowsOf(many.slice(0, 6), false)]).toEqual([[1, 2, 3, 4, 5], many, [1, 2, 3, 4, 5, 6]]);
});
