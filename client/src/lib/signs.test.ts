import { expect, test } from "vitest";
import { worst } from "./signs";

test("a place carries the worst of what comes of going there", () => {
  expect(worst(["die", "heard", "fire"])).toBe("fire");
  expect(worst(["heard", "seen"])).toBe("seen");
  expect(worst(["goal", "heard"])).toBe("heard");
  expect(worst(["goal", "die"])).toBeUndefined();
  expect(worst(undefined)).toBeUndefined();
});
