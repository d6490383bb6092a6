import { expect, test } from "vitest";
import { common, worst, type Sign } from "./signs";

test("a place carries the worst of what comes of going there", () => {
  expect(worst(["die", "heard", "fire"])).toBe("fire");
  expect(worst(["heard", "seen"])).toBe("seen");
  expect(worst(["goal", "heard"])).toBe("heard");
  expect(worst(["goal", "die"])).toBeUndefined();
  expect(worst(undefined)).toBeUndefined();
});

test("a sign that every place carries is told once, and no other", () => {
  const go = (at: string, ...signs: Sign[]) => ({ words: ["go", at], text: "", price: "", at, likely: 1, signs });
  const isPlace = (id: string): boolean => id !== "R1";
  const all = ["a", "b", "c", "d"].map((at) => go(at, "fire", "heard"));
  expect(common([...all, go("R1", "die")], isPlace)).toBe("fire");
  expect(common([...all, go("e", "seen")], isPlace)).toBeUndefined();
  expect(common(all.slice(1), isPlace), "three are no rule").toBeUndefined();
});
