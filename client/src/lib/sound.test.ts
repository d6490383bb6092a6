import { expect, test } from "vitest";
import { soundOf } from "./sound";

test("a line sounds like the weightiest of its facts", () => {
  expect(soundOf({ facts: [["moved", "a", "x", "y"]] })).toBe("step");
  expect(soundOf({ facts: [["rolled", "a", "3"], ["moved", "a", "x", "y"]] })).toBe("dice");
  expect(soundOf({ facts: [["rolled", "a", "3"], ["removed", "b"]] })).toBe("hit");
  expect(soundOf({ facts: [["counted", "alarm", "1"], ["removed", "b"]] })).toBe("alarm");
  expect(soundOf({ facts: [["counted", "turn", "2"]] })).toBeNull();
});
