import { expect, test } from "vitest";
import { due, type Moment } from "./stage.svelte";

const now: Moment = { sits: true, over: false, still: true, lesson: false, briefing: true, briefed: false, debrief: false, debriefed: false, awaited: false };

test("the briefing comes once, before the first decision", () => {
  expect(due(now)).toBe("briefing");
  expect(due({ ...now, briefed: true })).toBeNull();
  expect(due({ ...now, briefing: false })).toBeNull();
});

test("whoever is awaited comes first", () => {
  expect(due({ ...now, awaited: true })).toBe("invite");
});

test("the debrief waits until everything has been shown", () => {
  const over = { ...now, over: true, debrief: true };
  expect(due({ ...over, still: false })).toBeNull();
  expect(due(over)).toBe("debrief");
  expect(due({ ...over, debriefed: true })).toBeNull();
});

test("watchers and learners are left alone", () => {
  expect(due({ ...now, sits: false })).toBeNull();
  expect(due({ ...now, lesson: true })).toBeNull();
});
