import { expect, test } from "vitest";
import { MADE_UP } from "../fixtures/made-up";
import { actor, frames, isMoment, stageOf } from "./playback";
import type { LogLine } from "./wire";

const line = (who: string | null, facts: string[][]): LogLine => ({ n: 3, who, person: null, clause: null, number: null, text: "", ids: [], facts, dice: [] });

test("a piece goes along its way and each line ends in one stop", () => {
  const f = frames(MADE_UP.scene, MADE_UP.scene, [line(null, [["moved", "B1", "camp", "ford", "0101", "0202"], ["counted", "alarm", "3"]]), line(null, [])], 4, "blue");
  expect(f.map((x) => x.scene.pieces.find((p) => p.id === "B1")?.at)).toEqual(["ford", "0101", "0202", "0202"]);
  expect(f.map((x) => x.stop)).toEqual([false, false, true, true]);
  expect(f.map((x) => x.lines)).toEqual([5, 5, 5, 6]);
  expect(f[2]?.scene.bar.find((b) => b.id === "alarm")?.value).toBe(3);
});

test("one's own act is quicker than what follows from it", () => {
  const act = line("blue", [["moved", "B1", "camp", "ford"]]);
  const [own, after] = frames(MADE_UP.scene, MADE_UP.scene, [act, act], 0, "blue");
  const [other] = frames(MADE_UP.scene, MADE_UP.scene, [line("red", act.facts as string[][])], 0, "blue");
  expect(own?.ms).toBeLessThan(after?.ms ?? 0);
  expect(other?.ms).toBe(after?.ms);
});

test("a line that changes nothing on the board does not hold it up", () => {
  const [still] = frames(MADE_UP.scene, MADE_UP.scene, [line("red", [])], 0, "blue");
  expect(still?.ms).toBeLessThan(300);
});

test("a long phase is played quicker", () => {
  const act = { ...line("red", [["moved", "R1", "0503", "0404"]]), text: "22 Pz moves from 0503 to 0404 to be nearer" };
  const f = frames(MADE_UP.scene, MADE_UP.scene, Array.from({ length: 60 }, () => act), 0, "blue");
  const [alone] = frames(MADE_UP.scene, MADE_UP.scene, [act], 0, "blue");
  expect(f[0]?.ms).toBeLessThan(alone?.ms ?? 0);
  expect(f[0]?.ms).toBeGreaterThan(200);
});

test("a long way is shown in few stops and ends where it ends", () => {
  const way = Array.from({ length: 30 }, (_, i) => `c${i}`);
  const f = frames(MADE_UP.scene, MADE_UP.scene, [line(null, [["moved", "B1", "camp", ...way]])], 0, null);
  expect(f.length).toBeLessThanOrEqual(7);
  expect(f[f.length - 1]?.scene.pieces.find((p) => p.id === "B1")?.at).toBe("c29");
});

test("who enters is there from the moment it is told, as it will look", () => {
  const { scene } = MADE_UP;
  const [kite] = scene.pieces.filter((p) => p.id === "R4");
  const before = { ...scene, pieces: scene.pieces.filter((p) => p.id !== "R4") };
  const after = { ...scene, pieces: [...before.pieces, { ...kite, marks: ["alert"], at: "camp" } as (typeof scene.pieces)[number]] };
  const f = frames(before, after, [line("red", []), line("red", [["placed", "R4", "ford"]]), line("red", [["moved", "R4", "ford", "camp"]])], 0, null);
  expect(f.map((x) => x.scene.pieces.find((p) => p.id === "R4")?.at)).toEqual([undefined, "ford", "camp"]);
  expect(f[1]?.scene.pieces.find((p) => p.id === "R4")?.marks).toEqual(["alert"]);
});

test("counters that are laid out under one rule are laid out together, and all their lines come out", () => {
  const laid = ["B1", "B2", "B3"].map((id) => ({ ...line(null, [["placed", id, "ford"], ["turned", id, "n"]]), clause: "MU-4", text: `${id} stands at the ford` }));
  const other = { ...line(null, [["placed", "B4", "ford"]]), clause: "MU-5" };
  const f = frames(MADE_UP.scene, MADE_UP.scene, [...laid, other, { ...other, dice: [3] }], 2, null);
  expect(f.map((x) => x.lines)).toEqual([5, 6, 7]);
  expect(f[0]?.line.text).toBe("B1 stands at the ford, and 2 more");
  expect(f[0]?.scene.pieces.filter((p) => p.at === "ford").map((p) => p.id)).toEqual(expect.arrayContaining(["B1", "B2", "B3"]));
});

test("counters that are taken away under one rule go together, but not those of another rule or owner", () => {
  const lost = (id: string, who = "red", clause = "MU-6"): LogLine => ({ ...line(who, [["removed", id]]), clause, text: `${id} is lost` });
  const f = frames(MADE_UP.scene, MADE_UP.scene, [lost("B1"), lost("B2"), lost("B3", "blue"), lost("B4", "blue", "MU-7")], 0, null);
  expect(f.map((x) => x.line.text)).toEqual(["B1 is lost, and 1 more", "B3 is lost", "B4 is lost"]);
  expect(f[0]?.lines).toBe(2);
});

test("who walks on is told of once, at the end of the way, and goes all of it", () => {
  const step = (id: string, from: string, to: string): LogLine => ({ ...line("red", [["moved", id, from, to]]), clause: "MU-8", text: `${id} moves to ${to}` });
  const f = frames(MADE_UP.scene, MADE_UP.scene, [step("R1", "0503", "0404"), step("R1", "0404", "0202"), step("R2", "camp", "ford")], 0, null);
  expect(f.filter((x) => x.stop).map((x) => [x.line.text, x.lines])).toEqual([["R1 moves to 0202", 2], ["R2 moves to ford", 3]]);
  expect(f.map((x) => x.scene.pieces.find((p) => p.id === "R1")?.at)).toEqual(["0404", "0202", "0202"]);
});

test("who turns further is told of once, and is seen at each turn", () => {
  const turn = (to: string): LogLine => ({ ...line("red", [["turned", "R1", to]]), clause: "MU-9", text: `R1 turns to ${to}` });
  const f = frames(MADE_UP.scene, MADE_UP.scene, [turn("e"), turn("s")], 0, null);
  expect(f.map((x) => [x.line.text, x.scene.pieces.find((p) => p.id === "R1")?.facing, x.stop])).toEqual([["R1 turns to s", "e", false], ["R1 turns to s", "s", true]]);
});

test("a phase in which nothing happens is told in passing", () => {
  const phase = (text: string): LogLine => ({ ...line("red", [["phase", text]]), text });
  const f = frames(MADE_UP.scene, MADE_UP.scene, [phase("Attack phase"), phase("End phase"), line("red", [["counted", "alarm", "1"]])], 0, null);
  expect(f.map((x) => x.passing)).toEqual([true, false, false]);
  expect(f[0]?.ms).toBeLessThan(f[1]?.ms ?? 0);
});

test("without motion the story is the same, and nobody walks", () => {
  const way = [line(null, [["moved", "B1", "camp", "ford", "0101", "0202"]]), line("red", [])];
  const f = frames(MADE_UP.scene, MADE_UP.scene, way, 0, null, true);
  expect(f.map((x) => x.scene.pieces.find((p) => p.id === "B1")?.at)).toEqual(["0202", "0202"]);
  expect(f.map((x) => x.lines)).toEqual([1, 2]);
});

test("a fight is staged from the first line that names who is in it, and ends with who moves next", () => {
  const said = (text: string, facts: string[][], dice: number[] = []): LogLine => ({ ...line("red", facts), text, dice });
  const fight = [said("A attacks B", []), said("5 and 3", [["rolled", "", "5", "3"]], [5, 3]), said("B is hit", [["marked", "B1", "hit"]])];
  const before = said("A comes", [["moved", "R1", "camp", "ford"]]);
  expect(stageOf([before, ...fight]).map((one) => one.text)).toEqual(["A attacks B", "5 and 3", "B is hit"]);
  expect(stageOf([before, ...fight, said("A goes on", [["moved", "R1", "ford", "camp"]])])).toEqual([]);
  expect(stageOf([fight[0] as LogLine])).toEqual([]); // no dice, no stage
  expect(stageOf([{ ...(fight[1] as LogLine), n: 2 }, said("another act", [])])).toEqual([]);
});

test("what ends a phase, takes somebody away, is seen or changes the whole game has weight", () => {
  const bar = { bar: [{ id: "alarm", label: "Alarm", value: 1, of: 4 }] };
  const weighs = (...fact: string[]): boolean => isMoment(line("red", [fact]), bar, new Set(["spotted"]));
  expect([weighs("phase", "night"), weighs("removed", "B1"), weighs("counted", "alarm", "2"), weighs("marked", "B1", "spotted")]).toEqual([true, true, true, true]);
  expect([weighs("moved", "B1", "camp", "ford"), weighs("counted", "B1", "2"), weighs("marked", "B1", "hit")]).toEqual([false, false, false]);
});

test("what follows when an act has ended a phase is nobody's act", () => {
  const told = [line("blue", []), line("blue", [["phase", "axis"]]), line("blue", [["moved", "R1", "camp", "ford"]]), { ...line("red", []), n: 4 }];
  expect(told.map((_, i) => actor(told, i))).toEqual(["blue", null, null, "red"]);
});
