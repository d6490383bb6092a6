import { expect, test } from "vitest";
import { MADE_UP } from "../fixtures/made-up";
import { applyFact, subjects, ways } from "./facts";

test("a piece moves to the last place of its way", () => {
  const s = applyFact(MADE_UP.scene, ["moved", "B1", "camp", "ford", "0202"]);
  expect(s.pieces.find((p) => p.id === "B1")?.at).toBe("0202");
  expect(MADE_UP.scene.pieces.find((p) => p.id === "B1")?.at).toBe("camp");
});

test("a piece of several cells goes as a counter of one until the server says which it covers", () => {
  const wide = { ...MADE_UP.scene, pieces: MADE_UP.scene.pieces.map((p) => (p.id === "B1" ? { ...p, cells: ["camp", "ford"] } : p)) };
  for (const fact of [["moved", "B1", "camp", "0202"], ["turned", "B1", "e"], ["removed", "B1"]])
    expect(applyFact(wide, fact).pieces.find((p) => p.id === "B1")?.cells).toEqual([]);
});

test("removed, turned, marked, unmarked and counted change what they name and nothing else", () => {
  let s = MADE_UP.scene;
  s = applyFact(s, ["removed", "R1"]);
  s = applyFact(s, ["turned", "B1", "n"]);
  s = applyFact(s, ["marked", "B1", "spotted"]);
  s = applyFact(s, ["marked", "0202", "smoke"]);
  s = applyFact(s, ["counted", "alarm", "4"]);
  expect(s.pieces.find((p) => p.id === "R1")?.at).toBe("off");
  expect(s.pieces.find((p) => p.id === "B1")).toMatchObject({ facing: "n", marks: ["moved", "spotted"] });
  expect(s.cells.find((c) => c.id === "0202")?.marks).toEqual(["smoke"]);
  expect(s.bar.find((b) => b.id === "alarm")?.value).toBe(4);
  expect(applyFact(s, ["unmarked", "B1", "spotted"]).pieces.find((p) => p.id === "B1")?.marks).toEqual(["moved"]);
  expect(applyFact(s, ["phase", "night"])).toBe(s);
});

test("what to light and the ways come from the facts", () => {
  const facts = [["moved", "B1", "camp", "ford"], ["rolled", "B1", "3", "5"], ["counted", "alarm", "2"]];
  expect(subjects(facts)).toEqual(["B1", "camp", "ford"]);
  expect(ways(facts)).toEqual([{ piece: "B1", places: ["camp", "ford"] }]);
});
