import { expect, test } from "vitest";
import { nextLesson, playNow } from "./progress.svelte";

const game = { game: "g", gentle: "small", scenarios: [{ id: "whole" }, { id: "small" }] };

test("the first game is the gentlest, the next one the recommended", () => {
  expect(playNow(game, [])).toBe("small");
  expect(playNow(game, ["other"])).toBe("small");
  expect(playNow(game, ["g"])).toBe("whole");
});

test("the next lesson is the first that is not done", () => {
  const lessons = [{ id: "a" }, { id: "b" }];
  expect(nextLesson(lessons, [])).toBe(lessons[0]);
  expect(nextLesson(lessons, ["a"])).toBe(lessons[1]);
  expect(nextLesson(lessons, ["b", "a"])).toBeNull();
});
