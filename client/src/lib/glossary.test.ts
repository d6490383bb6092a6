import { expect, test } from "vitest";
import { cut, pattern } from "./glossary.svelte";

const terms = pattern(["AP", "Discretion", "Discretion test", "Stick", "cover"]) as RegExp;
const found = (text: string): string[] => cut(text, terms).flatMap((p) => (p.term === null ? [] : [p.term]));

test("a term is found as it is written, the longest first", () => {
  expect(cut("7 AP, then a Discretion test.", terms)).toEqual([
    { text: "7 ", term: null }, { text: "AP", term: "AP" }, { text: ", then a ", term: null }, { text: "Discretion test", term: "Discretion test" }, { text: ".", term: null },
  ]);
});

test("plurals are the same term, other words are not", () => {
  expect(found("3 Sticks")).toEqual(["Stick"]);
  expect(found("APart, discover, covered, ap")).toEqual([]);
});

test("a term is explained once in a text", () => {
  expect(cut("AP and AP", terms).map((p) => p.text)).toEqual(["AP", " and AP"]);
});

test("no terms, no pattern", () => {
  expect(pattern([])).toBeNull();
});
