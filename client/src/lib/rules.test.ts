import { expect, test } from "vitest";
import { find } from "./rules";
import type { Rulebook } from "./wire";

const book: Rulebook = {
  game: "g", title: "G",
  clauses: [{ id: "G-1.1", number: "1.1", title: "Movement", text: "A unit moves." }, { id: "G-2.1", number: "2.1", title: "Combat", text: "A unit fights." }],
  tables: [{ id: "t", title: "Terrain", clause: "G-1.1", text: "", head: ["Hex", "Cost"], rows: [["woods", "2"], ["marsh", "3"]] }],
};

test("a table is found by its title whole, and by its rows in part", () => {
  expect(find(book, {}, [], "terrain").tables[0]?.rows).toHaveLength(2);
  expect(find(book, {}, [], "terrain woods").tables[0]?.rows).toEqual([["woods", "2"]]);
  expect(find(book, {}, [], "bridge").tables).toEqual([]);
});

test("clauses, terms and signs are found by all their words", () => {
  const found = find(book, { Unit: "Something that moves", Stick: "Paratroopers" }, [{ id: "x", title: "Cross", text: "moves no more" }], "moves");
  expect([found.clauses.map((c) => c.number), found.terms.map(([t]) => t), found.legend.map((l) => l.id)]).toEqual([["1.1"], ["Unit"], ["x"]]);
});
