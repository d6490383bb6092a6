import { expect, test } from "vitest";
import { MADE_UP_BOARD } from "../fixtures/made-up";
import { facingAngle, letters, marked } from "./counter";

test("marks are forms of the counter where the board says so, and tabs otherwise", () => {
  const { forms, tabs } = marked({ marks: ["alert", "moved", "reduced", "fog"] }, MADE_UP_BOARD.forms ?? {});
  expect([forms.has("notch"), forms.has("band"), forms.has("ring")]).toEqual([true, true, false]);
  expect(tabs).toEqual(["moved", "fog"]);
});

test("a facing is a point of the compass or degrees", () => {
  expect(["n", "sw", "90", 45, "", null, "up"].map(facingAngle)).toEqual([0, 225, 90, 45, null, null, null]);
});

test("what has no symbol is written with its letters", () => {
  expect(["heavy-siege-engine", "ox", "wagon"].map(letters)).toEqual(["HSE", "OX", "WA"]);
});
