import { expect, test } from "vitest";
import { capital, chance, compared, headed, listed, matches, nameOf, plain, playedOn, sentence, shortClause, spans, percent } from "./text";

const scene = { names: { R1: "1st patrol", jalo: "Jalo", move: "move" } };

test("ids in braces are named, and an unknown one stays as it is", () => {
  expect(plain("{R1} enters {jalo}", scene.names)).toBe("1st patrol enters Jalo");
  expect(spans("at {x9}.", scene.names)).toEqual([
    { text: "at ", id: null },
    { text: "x9", id: "x9" },
    { text: ".", id: null },
  ]);
});

test("markup in a text is text", () => {
  expect(spans("<b>{R1}</b>", scene.names).map((s) => s.text)).toEqual(["<b>", "1st patrol", "</b>"]);
});

test("an action reads as a sentence", () => {
  expect(sentence(scene, ["move", "R1", "jalo"])).toBe("Move: 1st patrol, Jalo");
  expect(sentence(scene, ["done"])).toBe("Done");
  expect(nameOf(scene, "pop-up")).toBe("pop up");
});

test("search finds by id and by name, by beginnings of words", () => {
  expect(matches(scene, ["move", "R1", "jalo"], "mov ja")).toBe(true);
  expect(matches(scene, ["move", "R1", "jalo"], "1st r1")).toBe(true);
  expect(matches(scene, ["move", "R1", "jalo"], "alo")).toBe(false);
});

test("a clause is shown short", () => {
  expect(shortClause("WDW-611.3")).toBe("§611.3");
});

test("lists read as prose", () => {
  expect(listed(["a", "b", "c"])).toBe("a, b and c");
  expect(listed([])).toBe("");
});

test("what is told of a thing begins with its title once", () => {
  expect(headed("b2", ["b2: open ground", "nobody watches it"])).toEqual({ title: "b2: open ground", lines: ["nobody watches it"] });
  expect(headed("Jock on b2", ["Jock on b2"])).toEqual({ title: "Jock on b2", lines: [] });
  expect(headed("Jalo", ["an oasis"])).toEqual({ title: "Jalo", lines: ["an oasis"] });
  expect(headed("Jalo", [])).toEqual({ title: "Jalo", lines: [] });
});

test("a sentence begins with a capital, and a square keeps its name", () => {
  expect(capital("nobody watches it")).toBe("Nobody watches it");
  expect(capital("l6 is 7 squares away")).toBe("l6 is 7 squares away");
});

test("a hint compares in words, and counts only games that were played on", () => {
  expect([-5, 0, 6, 30].map(compared)).toEqual(["perhaps better", "about as good", "a little worse", "clearly worse"]);
  expect(playedOn(5, 8)).toBe("Of 8 games played on from here, 5 were won");
  expect(playedOn(0, 8)).toBe("Of 8 games played on from here, none were won");
  expect(playedOn(1, 1)).toBe("The one game played on from here was won");
});

test("a chance is rounded as the server rounds it", () => {
  expect([0, 0.004, 0.125, 0.375, 1].map(percent)).toEqual(["0 %", "<1 %", "13 %", "38 %", "100 %"]); // as in tests/kernel/test_chance.py
});

test("what was drawn instead of counted is about", () => {
  expect(chance({ text: "a hit", probability: 0.125 })).toBe("13 %");
  expect(chance({ text: "a hit", probability: 0.125, about: true })).toBe("about 13 %");
});
