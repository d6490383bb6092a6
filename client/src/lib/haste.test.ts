import { expect, test } from "vitest";
import { Haste } from "./haste";

const spot = { clientX: 100, clientY: 800 };

test("pressing one spot on and on ends nothing that came there a moment ago", () => {
  const haste = new Haste();
  haste.pressed(spot);
  haste.come(0);
  for (const now of [400, 800, 1200, 1600]) {
    expect(haste.press(spot, now)).toBe(true);
    haste.pressed(spot);
  }
  expect(haste.press(spot, 2700), "after a breath it is meant").toBe(false);
});

test("another spot is no haste, nor is what has stood there for a while", () => {
  const haste = new Haste();
  haste.come(0);
  expect(haste.press(spot, 100), "nothing was pressed before").toBe(false);
  haste.pressed({ clientX: 140, clientY: 800 });
  expect(haste.press(spot, 200)).toBe(false);
  haste.pressed(spot);
  expect(haste.press(spot, 1300)).toBe(false);
});
