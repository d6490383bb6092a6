import { expect, test } from "vitest";
import { soundOf } from "./sound";

const BAR = [{ id: "turn", label: "Turn", value: 1, of: 9 }, { id: "alarm", label: "Alarm", value: 0, of: 5, danger: true }];

test("a line sounds like the weightiest of its facts", () => {
  expect(soundOf({ facts: [["moved", "a", "x", "y"]] }, BAR)).toBe("step");
  expect(soundOf({ facts: [["rolled", "a", "3"], ["moved", "a", "x", "y"]] }, BAR)).toBe("dice");
  expect(soundOf({ facts: [["rolled", "a", "3"], ["removed", "b"]] }, BAR)).toBe("hit");
  expect(soundOf({ facts: [["counted", "alarm", "1"], ["removed", "b"]] }, BAR)).toBe("danger");
  expect(soundOf({ facts: [["counted", "turn", "2"]] }, BAR)).toBeNull();
});
