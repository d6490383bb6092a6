import { describe, expect, it } from "vitest";
import { curveOf, doubtful, gist, signed } from "./review";
import type { Judged, Review } from "./wire";

const judged = (outlook: number, cost: number, luck: number): Judged => ({ n: 0, action: 1, did: "", better: "", reason: "", outlook, cost, luck, happened: "", dice: luck, fell: "" });
const review: Review = { seat: "lrdg", title: "LRDG", decisions: 9, continuations: 32, start: 50, cost: 10, luck: 30, end: 70, points: [judged(50, 10, 5), judged(45, 0, 25)], worst: [0], lucky: [1], unlucky: [] };

describe("a look back", () => {
  it("falls by what a decision cost and goes on by luck to the result", () => {
    const { line, y, drops, marks, places } = curveOf(review, 246, 146);
    expect([y(0), y(50), y(100)]).toEqual([134, 84, 34]);
    expect(line).toBe("M34 84L34 94L134 89L134 89L234 64");
    expect(drops).toEqual([{ x: 34, from: 84, to: 94 }]);
    expect(marks).toEqual([{ kind: "worst", number: 1, x: 34, y: 84 }, { kind: "lucky", number: 1, x: 184, y: 64 }]);
    expect(places).toHaveLength(2);
  });
  it("tells changes with their sign", () => {
    expect([signed(12.4), signed(-0.3), signed(-7)]).toEqual(["+12", "±0", "−7"]);
  });
  it("says first what would have helped most, or where it turned", () => {
    const missed = { ...judged(60, 10, 0), did: "run", better: "crouch" };
    expect(gist({ ...review, points: [missed], worst: [0], end: 50 - 1 })).toEqual({ text: "What would have helped most: “crouch” instead of “run”, which cost 10 of 100.", at: 0 });
    expect(gist({ ...review, points: [missed], worst: [0], end: 70 }).text).toContain("It could have been easier: “crouch”");
    const shot = { ...judged(58, 0, -28), did: "shoot", happened: "the alarm sounds" };
    const fell = "The outlook fell most, from 58 to 30, after “shoot” (the alarm sounds)";
    expect(gist({ ...review, points: [judged(60, 0, -2), shot], worst: [], end: 30 })).toEqual({ text: `${fell}, and no decision was clearly a mistake. Play on from there to see whether another way does better.`, at: 1 });
    expect(gist({ ...review, points: [{ ...missed, outlook: 58 }, shot], worst: [0], end: 30 }).text).toContain(`${fell}. Of what was decided this would have helped most: “crouch”`);
    expect(gist({ ...review, points: [judged(60, 0, 0)], worst: [], end: 60 }).text).toBe("No decision was clearly a mistake, and the outlook never fell much at once.");
    expect(gist({ ...review, points: [], worst: [], end: 50 }).at).toBe(0);
  });
  it("is doubtful where neither decisions nor dice explain what came", () => {
    const shot = { ...judged(60, 0, 0), dice: 40 };
    expect(doubtful({ ...review, points: [shot], luck: 80 })).toBe(false);
    expect(doubtful({ ...review, points: [shot], luck: 95 })).toBe(true);
    expect(doubtful({ ...review, points: [shot], luck: -15 })).toBe(true);
  });
  it("of a game without a decision is empty", () => {
    expect(curveOf({ ...review, points: [], worst: [], lucky: [] }, 200, 100).places).toEqual([]);
  });
});
