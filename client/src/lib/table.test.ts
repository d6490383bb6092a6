import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { MADE_UP } from "../fixtures/made-up";
import { MadeUpServer } from "../fixtures/made-up-server";
import { settings } from "./settings.svelte";
import { Table } from "./table.svelte";
import { Refused } from "./asking";
import type { LogLine, Option, Update } from "./wire";

let table: Table;
let server: MadeUpServer;

beforeEach(() => {
  vi.useFakeTimers();
  settings.pace = "play";
  settings.confirm = "never";
  table = new Table();
  server = new MadeUpServer(table);
  table.connection = server;
  table.welcome({ seat: "blue", match: MADE_UP.match, you: null });
  table.update(MADE_UP.update);
  table.status = "live";
  table.places = new Set(["camp", "ford", "0202", "0404"]);
});
afterEach(() => {
  table.close();
  vi.useRealTimers();
});

const acts = () => server.asked.filter((a) => a.kind === "act").map((a) => (a.fields.words as string[]).join(" "));
const settle = () => vi.advanceTimersByTimeAsync(0);
const later = (facts: string[][], who: string | null = "red"): Update => ({
  kind: "update", from: 2, n: 3, hash: "b",
  log: { keep: 4, lines: [{ n: 3, who, person: null, clause: null, number: null, text: "something", ids: [], facts, dice: [] } satisfies LogLine] },
  scene: { ...MADE_UP.scene, look: "after" },
});

describe("a piece that somebody has claimed", () => {
  const you = { person: "p1", name: "Ann", seats: ["blue"], host: false, secret: null };
  const bob = { person: "p2", name: "Bob", seats: ["blue"], host: false, here: true, seen: null };
  const claimed = (by: string, more: Partial<Update> = {}): void => {
    table.update({ kind: "update", from: 2, n: 2, hash: "a", seats: [{ seat: "blue", title: "Blue", side: "blue", by: "people", bot: null, people: ["p1", "p2"], invited: 0, claims: { B1: by } }], people: [bob], ...more });
  };

  test("leaves nothing to choose to the others", () => {
    table.welcome({ seat: "blue", match: MADE_UP.match, you });
    expect(table.open).toBe(true);
    claimed("p2");
    expect(table.open).toBe(false);
    expect(table.claimant).toMatchObject({ piece: "B1", person: { name: "Bob" } });
    expect(table.click(["B2"])).toBe(false);
    claimed("p1");
    expect(table.open).toBe(true);
  });

  test("may be answered for by the host when that person is not here, and by nobody else", () => {
    const gone = { people: [{ ...bob, here: false, seen: "2026-11-15T20:00:00Z" }] };
    table.welcome({ seat: "blue", match: MADE_UP.match, you });
    claimed("p2", gone);
    expect(table.open).toBe(false);
    table.welcome({ seat: "blue", match: MADE_UP.match, you: { ...you, host: true } });
    expect(table.open).toBe(true);
    claimed("p2", { people: [bob] });
    expect(table.open).toBe(false);
  });

  test("is nobody's when the decision is about another piece", () => {
    table.welcome({ seat: "blue", match: MADE_UP.match, you });
    claimed("p2", { prompt: { seat: "blue", text: "?", clause: null, number: null, about: ["B2"], proposed: [] } });
    expect(table.open).toBe(true);
  });
});

describe("choosing", () => {
  test("two clicks send an offered action with the number that was seen", async () => {
    table.click(["B2"]);
    expect([...table.lit]).toEqual(["ford"]);
    table.click(["ford"]);
    await settle();
    expect(server.asked.find((a) => a.kind === "act")?.fields).toEqual({ seen: 2, words: ["move", "B2", "ford"] });
  });

  test("a click while an action is on its way is refused in so many words, and the second half of a double click is not", async () => {
    table.click(["B2"]);
    table.click(["ford"]);
    expect(table.again(2)).toBe(true);
    expect(table.notice).toBeNull();
    table.click(["B1"]);
    expect(table.notice?.text).toContain("still on its way");
    await settle();
    expect(acts()).toEqual(["move B2 ford"]);
  });

  test("a double click is one click when its first half changed something", () => {
    expect(table.again(1)).toBe(false);
    expect(table.again(2)).toBe(false); // nothing happened: the second click is a click
    expect(table.again(1)).toBe(false);
    table.update(later([])); // the next decision, with the same offer
    expect(table.again(2)).toBe(true);
    expect(table.again(1)).toBe(false);
  });

  test("two verbs at one place make a menu, and its button sends", async () => {
    table.click(["B1"]);
    table.click(["ford"]);
    expect(table.narrowed.complete.map((w) => w[0])).toEqual(["move", "scout"]);
    expect(acts()).toEqual([]);
    const option = table.optionOf(["scout", "B1", "ford"]);
    if (option) await table.pick(option);
    expect(acts()).toEqual(["scout B1 ford"]);
  });

  test("a tap waits for a second tap on the same place", async () => {
    table.click(["B2"], true);
    table.click(["ford"], true);
    await settle();
    expect(acts()).toEqual([]);
    expect(table.armed?.words).toEqual(["move", "B2", "ford"]);
    table.click(["ford"], true);
    await settle();
    expect(acts()).toEqual(["move B2 ford"]);
  });

  test("with the setting, dice are asked about and nothing else is", async () => {
    settings.confirm = "dice";
    table.chooseVerb("done");
    await settle();
    expect(acts()).toEqual(["done"]);
    await vi.advanceTimersByTimeAsync(5000);
    table.click(["B2"]);
    table.click(["ford"]);
    await settle();
    expect(acts()).toEqual(["done"]);
    expect(table.armed?.words).toEqual(["move", "B2", "ford"]);
  });

  test("what ends the game is asked once more, and Esc lets it be", async () => {
    table.options = [{ words: ["abandon"], text: "Give the mission up", price: "", final: true }, ...MADE_UP.options];
    table.chooseVerb("abandon");
    await settle();
    expect([table.armed?.text, acts()]).toEqual(["Give the mission up", []]);
    while (table.escape());
    expect(table.armed).toBeNull();
    table.chooseVerb("abandon");
    await settle();
    if (table.armed) await table.send(table.armed);
    expect(acts()).toEqual(["abandon"]);
  });

  test("a place that is not on offer asks why and sends nothing", async () => {
    table.click(["B2"]);
    expect(table.click(["0404"])).toBe(false);
    await settle();
    expect(server.asked.find((a) => a.kind === "why_not")?.fields.words).toEqual(["move", "B2", "0404"]);
    expect(table.looking.refusal?.refusal?.number).toBe("31.3");
    expect(table.notice).toMatchObject({ text: "Trucks cannot cross the salt marsh.", number: "31.3", bad: true });
    expect(acts()).toEqual([]);
    table.notice = null;
    table.click(["nowhere"]);
    await settle();
    expect(table.notice, "of which nothing can be asked").toBeNull();
  });

  test("nothing can be chosen while another seat decides or the connection is lost", () => {
    table.status = "lost";
    expect(table.click(["B1"])).toBe(false);
    table.status = "live";
    table.update({ kind: "update", from: 2, n: 3, hash: "c", options: [] });
    expect(table.click(["B1"])).toBe(false);
    expect(table.lit.size).toBe(0);
  });

  test("Esc goes back click by click and then says that nothing is left", () => {
    table.chooseVerb("move");
    table.click(["B1"]);
    expect(table.escape()).toBe(true);
    expect(table.narrowing.clicks).toEqual([]);
    expect(table.escape()).toBe(true);
    expect(table.narrowing.verb).toBeNull();
    expect(table.escape()).toBe(false);
  });

  test("a refusal of the server is told, with its clause", async () => {
    table.connection = { ask: () => Promise.reject(new Refused("not-offered", "x", { clause: "MU-1", number: "1", text: "Too far." })), close: () => undefined };
    await table.send(MADE_UP.options[0] ?? { words: [], text: "", price: "" });
    expect(table.notice).toMatchObject({ text: "Too far.", clause: "MU-1", bad: true });
    expect(table.sending).toBe(false);
  });

  test("undo that is not allowed says why and asks nothing", async () => {
    await table.undo();
    expect(table.notice?.text).toContain("discretion test was rolled");
    expect(server.asked).toEqual([]);
  });
});

test("whoever was only named for what is taken back is let go as well, and comes back with it", async () => {
  const done = ["with B1", "go ford", "with B3", "go camp"];
  const undone: string[] = [];
  let n = 2;
  const told = (): void => {
    n += 1;
    const undo = { can: done.length > 0, text: "", clause: null, ask: false, link: done.at(-1)?.startsWith("with") ?? false };
    table.update({ kind: "update", from: n - 1, n, hash: String(n), options: MADE_UP.options, undo, redo: { can: undone.length > 0, text: "" } });
  };
  server.ask = (kind) => {
    if (kind === "undo") undone.push(done.pop() ?? "");
    if (kind === "redo") done.push(undone.pop() ?? "");
    told();
    return Promise.resolve({} as never);
  };
  told();
  await table.undo();
  expect(done).toEqual(["with B1", "go ford"]);
  await table.redo();
  expect(done).toHaveLength(4);
});

describe("updates", () => {
  test("what is left out has not changed, and undo shortens the log", () => {
    table.update({ kind: "update", from: 2, n: 3, hash: "c", log: { keep: 1, lines: [] }, scene: MADE_UP.scene });
    expect(table.log).toHaveLength(1);
    expect(table.prompt?.text).toBe("1st patrol: spend 8 AP");
    expect(table.story.playing).toBeNull();
  });

  test("names are told when they change, and the others stay", async () => {
    const { names, overlays, legend, ...picture } = MADE_UP.scene;
    table.update({ kind: "update", from: 2, n: 3, hash: "c", scene: picture, names: { B2: "Lost patrol" } });
    expect(table.scene?.names).toEqual({ ...names, B2: "Lost patrol" });
    expect(table.scene?.overlays).toEqual(overlays);
    expect(table.scene?.legend).toEqual(legend);
    await table.story.showPast(0);
    expect(table.story.past?.scene.names.B2).toBe("Lost patrol");
  });

  test("a board as it was has the names of then", async () => {
    const { names, overlays: _, legend: __, ...scene } = MADE_UP.scene;
    const past = { kind: "done", n: 0, seat: "blue", scene, names: { B2: "a truck" }, prompt: null };
    table.connection = { ask: () => Promise.resolve(past as never), close: () => undefined };
    await table.story.showPast(0);
    expect(table.story.picture?.names).toEqual({ ...names, B2: "a truck" });
    expect(table.story.picture?.legend).toEqual(MADE_UP.scene.legend);
    table.story.present();
    expect(table.story.picture?.names).toEqual(names);
  });

  test("presence alone keeps what was clicked", () => {
    table.click(["B1"]);
    table.update({ kind: "update", from: 2, n: 2, hash: "a", watching: 3 });
    expect(table.narrowing.clicks).toHaveLength(1);
    expect(table.watching).toBe(3);
  });

  test("a piece is seen on its way, then the server's picture stands", async () => {
    table.update(later([["moved", "B1", "camp", "ford", "0202"]]));
    expect(table.story.picture?.pieces.find((p) => p.id === "B1")?.at).toBe("ford");
    expect(table.open).toBe(false);
    await vi.advanceTimersByTimeAsync(200);
    expect(table.story.picture?.pieces.find((p) => p.id === "B1")?.at).toBe("0202");
    await vi.advanceTimersByTimeAsync(2000);
    expect(table.story.playing).toBeNull();
    expect(table.story.picture?.look).toBe("after");
    expect(table.open).toBe(true);
  });

  test("stepping waits at each line of the enemy until asked to go on", async () => {
    settings.pace = "step";
    table.update(later([["moved", "R1", "0503", "0404"]]));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(table.story.playing).not.toBeNull();
    table.story.step();
    expect(table.story.playing).toBeNull();
  });

  test("skipping shows the result at once", () => {
    settings.pace = "skip";
    table.update(later([["moved", "R1", "0503", "0404"]]));
    expect(table.story.playing).toBeNull();
    expect(table.story.picture?.look).toBe("after");
  });
});

describe("what happens while something is shown", () => {
  const moved = (n: number, from: string, to: string): Update => ({
    ...later([["moved", "R1", from, to]]), from: n - 1, n,
    log: { keep: 1 + n, lines: [{ n, who: "red", person: null, clause: null, number: null, text: `to ${to}`, ids: [], facts: [["moved", "R1", from, to]], dice: [] }] },
  });

  test("waits for its turn, and every line is out once and in order", async () => {
    const told: string[] = [];
    table.update(moved(3, "0503", "0404"));
    table.update(moved(4, "0404", "0202"));
    table.update({ ...moved(5, "0202", "0503"), outcome: { text: "Red wins", scores: {}, points: {} } });
    expect(table.have().seen).toBe(5);
    for (let i = 0; i < 200 && table.story.playing; i += 1) {
      const last = table.story.lines.at(-1)?.text ?? "";
      if (told.at(-1) !== last) told.push(last);
      expect(table.outcome).toBeNull();
      await vi.advanceTimersByTimeAsync(50);
    }
    expect(told).toEqual(["to 0404", "to 0202", "to 0503"]);
    expect(table.outcome?.text).toBe("Red wins");
  });

  test("the phase that is being shown is told, and none when it is over", async () => {
    const phase: LogLine = { n: 3, who: null, person: null, clause: null, number: null, text: "The Axis act", ids: [], facts: [["phase", "axis"]], dice: [] };
    const [walk] = moved(3, "0503", "0404").log?.lines ?? [];
    table.update({ ...moved(3, "0503", "0404"), log: { keep: 4, lines: [phase, walk as LogLine] } });
    expect(table.story.phase).toBe("The Axis act");
    for (let i = 0; i < 200 && table.story.playing; i += 1) await vi.advanceTimersByTimeAsync(50);
    expect(table.story.phase).toBe("");
  });

  test("a run of losses that comes one by one is told as one, and every line is out", async () => {
    const lost = (n: number, id: string): Update => ({
      ...moved(n, "0503", "0404"), names: { [id]: id },
      log: { keep: 1 + n, lines: [{ n, who: "red", person: null, clause: "MU-6", number: null, text: `${id} is lost`, ids: [], facts: [["removed", id]], dice: [] }] },
    });
    const told: string[] = [];
    table.update(lost(3, "B1"));
    for (const [i, id] of ["B2", "B3", "B4"].entries()) table.update(lost(4 + i, id));
    table.update(moved(7, "0503", "0404"));
    for (let i = 0; i < 200 && table.story.playing; i += 1) {
      const now = table.story.frame?.line.text ?? "";
      if (told.at(-1) !== now) told.push(now);
      await vi.advanceTimersByTimeAsync(50);
    }
    expect(told).toEqual(["B1 is lost", "B2 is lost, and 2 more", "to 0404"]);
    expect(table.n).toBe(7);
    expect(table.story.lines.slice(-5).map((line) => line.text)).toEqual(["B1 is lost", "B2 is lost", "B3 is lost", "B4 is lost", "to 0404"]);
    expect(table.scene?.names["B4"]).toBe("B4");
  });

  test("the next question comes after the last act", async () => {
    table.update({ ...moved(3, "0503", "0404"), prompt: { seat: "blue", text: "And now?", clause: null, number: null, about: [], proposed: [] } });
    expect(table.prompt?.text).toBe("1st patrol: spend 8 AP");
    await vi.advanceTimersByTimeAsync(5000);
    expect(table.prompt?.text).toBe("And now?");
  });

  test("a click finishes it and counts", async () => {
    table.update(moved(3, "0503", "0404"));
    table.click(["B2"]);
    expect(table.story.playing).toBeNull();
    expect(table.narrowing.clicks).toEqual([["B2"]]);
  });

  test("who comes back is told what happened since, and may watch just that", async () => {
    const back = new Table();
    back.connection = server;
    back.story.lastSeen = 1;
    back.welcome({ seat: "red", match: MADE_UP.match, you: null });
    back.update(MADE_UP.update);
    expect(back.story.since?.lines.map((line) => line.n)).toEqual([2, 2, 2]);
    await back.story.watchSince();
    expect(server.asked.at(-1)).toEqual({ kind: "at", fields: { n: 1 } });
    expect(back.story.lines).toHaveLength(2);
    back.close();
  });

  test("who sits down at a new table may watch how it was set up", async () => {
    const fresh = new Table();
    const line = { n: 0, who: null, person: null, clause: null, number: null, text: "B1 stands in the camp", ids: [], facts: [["placed", "B1", "camp"]], dice: [] } satisfies LogLine;
    fresh.welcome({ seat: "blue", match: MADE_UP.match, you: null });
    fresh.update({ ...MADE_UP.update, log: { keep: 0, lines: [line] } });
    expect(fresh.story.since?.setUp).toBe(true);
    await fresh.story.watchSince();
    expect(fresh.story.playing?.frames.map((frame) => frame.line.text)).toContain("B1 stands in the camp");
    fresh.close();
  });

  test("the result is told after the last act", async () => {
    table.update({ ...moved(3, "0503", "0404"), outcome: { text: "Blue wins", scores: { blue: 1 }, points: {} } });
    expect(table.outcome).toBeNull();
    await vi.advanceTimersByTimeAsync(5000);
    expect(table.outcome?.text).toBe("Blue wins");
  });
});

describe("a verb in hand", () => {
  const watch = (id: string, turns: string) => ({ words: ["watch", id, "ford", turns], text: `${id} ${turns}`, price: "", at: "ford", likely: 1, asks: true });
  beforeEach(() => table.update({ kind: "update", from: 2, n: 2, hash: "a", options: [...["B3", "B4"].flatMap((id) => ["1", "2"].map((turns) => watch(id, turns))), { words: ["done"], text: "Done", price: "" }] }));

  test("lights the places where a click does something, and asks which of several is meant", async () => {
    table.chooseVerb("watch");
    expect([...table.lit]).toEqual(expect.arrayContaining(["B3", "B4", "ford"]));
    table.click(["ford"]);
    await settle();
    expect(table.menu?.options).toHaveLength(4);
    expect(acts()).toEqual([]);
  });

  test("means the piece that is clicked, and never the place below it", async () => {
    table.chooseVerb("watch");
    table.click(["B3", "ford"]);
    await settle();
    expect(acts()).toEqual([]);
    expect(table.menu).toBeNull();
    expect(table.narrowing.clicks.flat()).toContain("B3");
  });
});

describe("what gives somebody away, or does more than a click says", () => {
  const shot = { words: ["attack", "B1", "pistol", "R1"], text: "B1 fires at R1", price: "", at: "R1", likely: 1, asks: true };
  const take = { words: ["take", "B1", "ford"], text: "B1 goes to the ford and takes B2 along", price: "", at: "B2", likely: 1, asks: true };
  const walk = { words: ["move", "B1", "ford"], text: "B1 goes to the ford", price: "", at: "ford", likely: 1 };
  const end = { words: ["done"], text: "Done", price: "" };
  beforeEach(() => table.update({ kind: "update", from: 2, n: 2, hash: "a", options: [shot, take, walk, end] }));

  test("is never done by one click, and be it the only thing there", async () => {
    table.click(["R1"]);
    await settle();
    expect(acts()).toEqual([]);
    expect(table.menu).toEqual({ id: "R1", options: [shot] });
    await table.pick(shot);
    expect(acts()).toEqual(["attack B1 pistol R1"]);
  });

  test("nor by a click on who does it and one on whom", async () => {
    table.update({ kind: "update", from: 2, n: 2, hash: "a", options: [{ ...shot, words: ["attack", "B1", "R1"] }, walk, { ...walk, words: ["move", "B2", "ford"] }, end] });
    table.click(["B1"]);
    table.click(["R1"]);
    await settle();
    expect(acts()).toEqual([]);
    expect(table.menu?.options.map((o) => o.text)).toEqual(["B1 fires at R1"]);
  });

  test("nor are dice thrown by it where there is another way", async () => {
    const dice = { ...shot, asks: false, signs: ["die" as const] };
    const knife = { ...shot, words: ["move-attack", "B1", "ford", "knife", "R1"], asks: false, likely: 2 };
    table.update({ kind: "update", from: 2, n: 2, hash: "a", options: [dice, knife, walk, end] });
    table.click(["R1"]);
    await settle();
    expect([acts(), table.menu?.options]).toEqual([[], [dice, knife]]);
    table.update({ kind: "update", from: 2, n: 2, hash: "a", options: [dice, walk, end] });
    table.click(["R1"]);
    await settle();
    expect(acts(), "the only way there is").toEqual(["attack B1 pistol R1"]);
  });

  test("nor does a click on who acts send him to where he stands", async () => {
    const circle = { words: ["sprint", "B1", "camp"], text: "B1 runs in a circle", price: "2 AP", at: "camp", likely: 1 };
    const crouch = { words: ["crouch", "B1"], text: "B1 crouches", price: "" };
    table.update({ kind: "update", from: 2, n: 2, hash: "a", options: [circle, walk, crouch, end] });
    expect(table.asked?.about).toEqual(["B1"]);
    table.click(["B1", "camp"]);
    await settle();
    expect(acts()).toEqual([]);
    expect(table.narrowed.complete.map((words) => words.join(" "))).toContain("crouch B1");
  });

  test("nor is that offered beside what lies under him", async () => {
    const circle = { words: ["sprint", "B1", "camp"], text: "B1 runs in a circle", price: "2 AP", at: "camp", likely: 1 };
    const papers = { words: ["take", "B1", "R1"], text: "B1 picks up R1", price: "1 AP", at: "R1", likely: 1, asks: true };
    table.update({ kind: "update", from: 2, n: 2, hash: "a", options: [circle, papers, walk, end] });
    table.click(["R1", "camp"]);
    await settle();
    expect(table.menu?.options).toEqual([papers]);
    table.menu = null;
    table.click(["camp"]);
    await settle();
    expect(acts(), "a click on the bare place is meant for it").toEqual(["sprint B1 camp"]);
  });

  test("nor does somebody go to a place from where a goal is served otherwise", async () => {
    const observe = { words: ["watch", "B1", "ford"], text: "B1 observes the ford", price: "", at: "ford", likely: 2, signs: ["goal" as const] };
    table.update({ kind: "update", from: 2, n: 2, hash: "a", options: [walk, observe, end] });
    table.click(["ford"]);
    await settle();
    expect([acts(), table.menu?.options]).toEqual([[], [walk, observe]]);
  });

  test("is done at once by whoever has named the verb", async () => {
    table.update({ kind: "update", from: 2, n: 2, hash: "a", options: [shot, { ...shot, words: ["attack", "B1", "pistol", "R2"], at: "R2" }, walk, end] });
    table.chooseVerb("attack");
    expect([...table.lit], "and who attacks is no target").toEqual(["R1", "R2"]);
    table.click(["R1"]);
    await settle();
    expect(acts()).toEqual(["attack B1 pistol R1"]);
  });

  test("stands beside what may be done at the place below", async () => {
    table.click(["B2", "ford"]);
    await settle();
    expect(acts()).toEqual([]);
    expect(table.menu?.options).toEqual([take, walk]);
  });
});

describe("picking pieces", () => {
  const links = ["B3", "B4", "B5", "B1"].map((id) => ({ words: ["with", id], text: id, price: "" }));
  beforeEach(() => table.update({ kind: "update", from: 2, n: 2, hash: "a", options: [...links, { words: ["done"], text: "Done", price: "" }] }));
  const picked = () => table.hand.picks.map((words) => words[1]);
  const click = async (...ids: string[]): Promise<void> => {
    table.click(ids);
    await settle();
  };

  test("in any order sends nothing, and then everything in the order of the offer", async () => {
    await click("B5");
    await click("B3");
    expect(picked()).toEqual(["B5", "B3"]);
    expect(acts()).toEqual([]);
    expect([...table.lit]).toEqual(["0404", "B4", "B1"]);
    await click("0404");
    expect(acts()).toEqual(["with B3", "with B5", "go 0404"]);
    expect(table.hand.picks).toEqual([]);
  });

  test("where somebody else may go on to their place it is asked which is meant", async () => {
    const at = table.scene?.pieces.find((p) => p.id === "B3")?.at ?? "";
    const go = { words: ["go", at], text: "T1 goes on", price: "", at, likely: 1 };
    const watch = { words: ["watch", "B1", "camp"], text: "B1 watches", price: "", at: "camp", likely: 1 };
    table.update({ kind: "update", from: 2, n: 2, hash: "a", options: [go, watch, ...links.map((o) => ({ ...o, at: o.words[1], likely: 1 }))] });
    await click("B3", at);
    expect([picked(), acts()]).toEqual([[], []]);
    expect(table.menu?.options.map((o) => o.text)).toEqual(["B3", "T1 goes on"]);
    table.menu = null;
    await click("B1", "camp");
    expect(picked(), "what it may do where it stands is no other meaning").toEqual(["B1"]);
  });

  test("what the rules do unasked after the last piece is not sent as well", async () => {
    server.unasked = true;
    await click("B5");
    await click("0404");
    expect(acts()).toEqual(["with B5"]);
    expect(table.notice).toBeNull();
  });

  test("a second click drops it, and who stands elsewhere is taken instead", async () => {
    await click("B5");
    await click("B3");
    await click("B5");
    expect(picked()).toEqual(["B3"]);
    await click("B1", "camp");
    expect(picked()).toEqual(["B1"]);
    table.escape();
    expect(table.hand.picks).toEqual([]);
    expect(acts()).toEqual([]);
  });

  test("the whole stack is picked at once", async () => {
    await click("B4");
    await table.hand.pickAll(true);
    expect(picked()).toEqual(["B4", "B3", "B5"]);
  });

  test("of a box all that go together are picked, beside those that are", async () => {
    await click("B4");
    await table.hand.pickWithin(new Set(["B1", "B3", "B4", "R1"]));
    expect(picked()).toEqual(["B4", "B3"]);
    table.cancel();
    await table.hand.pickWithin(new Set(["B5", "B3"]));
    expect(picked()).toEqual(["B3", "B5"]);
    await table.hand.pickWithin(new Set(["R1"]));
    expect([picked(), table.notice?.text, acts()]).toEqual([["B3", "B5"], "Nobody there can be picked now.", []]);
  });

  test("who cannot go along is not offered to be picked as well", async () => {
    await click("B1", "camp");
    expect(table.hand.others(false)).toEqual([]);
    await click("B4");
    expect(table.hand.others(false).map((o) => o.words[1])).toEqual(["B3", "B5"]);
  });

  test("the second half of a double click drops nothing", async () => {
    table.again(1);
    await click("B4");
    expect(table.again(2)).toBe(true);
  });
});

describe("a stack that is only opened", () => {
  test("gives a piece into the hand, and does nothing", async () => {
    const take = ["B3", "B4"].map((id) => ({ words: ["take", id], text: id, price: "" }));
    table.update({ kind: "update", from: 2, n: 2, hash: "a", options: take });
    table.click(["B3"], false, true);
    await settle();
    expect(acts()).toEqual([]);
    table.click(["B3"]);
    await settle();
    expect(acts()).toEqual(["take B3"]);
    table.update({ kind: "update", from: 2, n: 2, hash: "a", options: ["B3", "B4"].map((id) => ({ words: ["with", id], text: id, price: "" })) });
    table.click(["B3"], false, true);
    await settle();
    expect(table.hand.picks).toEqual([["with", "B3"]]);
  });
});

test("what is seldom wanted begins with its verb, and Esc lets that go", async () => {
  const give = { words: ["give-up"], text: "Give up a unit", price: "", aside: true };
  const unit = { words: ["give-up", "B3"], text: "Give up B3", price: "", final: true };
  const ask = server.ask.bind(server);
  server.ask = (kind, fields = {}) => (kind === "peek" ? Promise.resolve({ link: true, prompt: null, options: [unit], beside: [] } as never) : ask(kind, fields));
  table.update({ kind: "update", from: 2, n: 2, hash: "a", options: [give, { words: ["done"], text: "Done", price: "" }] });
  await table.pick(give);
  await settle();
  expect(table.offer).toEqual([unit]);
  expect(table.escape()).toBe(true);
  expect(table.offer).toContain(give);
  expect(acts()).toEqual([]);
});

describe("one piece in hand", () => {
  const watch = { words: ["watch", "B3", "ford"], text: "B3 watches the ford", price: "" };
  const another = { words: ["watch", "B4", "ford"], text: "B4 watches the ford", price: "" };
  const links = ["B3", "B4"].map((id) => ({ words: ["with", id], text: id, price: "" }));
  beforeEach(async () => {
    table.update({ kind: "update", from: 2, n: 2, hash: "a", options: [...links, watch, another] });
    await table.pick(links[0]!);
    await settle();
  });

  test("may do what it could do before it was picked, and is then not sent as picked", async () => {
    expect(table.offer).toContain(watch);
    expect(table.offer).not.toContain(another);
    await table.pick(watch);
    await settle();
    expect(acts()).toEqual(["watch B3 ford"]);
  });

  test("beside others it may not", async () => {
    await table.pick(links[1]!);
    await settle();
    expect(table.hand.picks).toHaveLength(2);
    expect(table.offer).not.toContain(watch);
  });
});

test("all that can come are gathered where the piece in hand stands, each by itself, and none from a larger stack", async () => {
  const links = ["B1", "B2", "B3", "B4"].map((id) => ({ words: ["with", id], text: id, price: "", gathers: true }));
  const camp = { words: ["go", "camp"], text: "Go to the camp", price: "", at: "camp", likely: 1, gathers: true };
  const sent: string[] = [];
  let busy: boolean[] = [];
  server.ask = (kind, fields = {}) => {
    busy.push(table.sending);
    if (kind === "act") sent.push((fields.words as string[]).join(" "));
    const first = (fields.said as string[][] | undefined)?.[0]?.[1];
    return Promise.resolve((kind === "peek" ? { link: true, prompt: null, options: first === "B3" ? [camp] : [{ ...camp, gathers: false }], beside: [] } : {}) as never);
  };
  table.update({ kind: "update", from: 2, n: 2, hash: "a", options: links });
  expect(table.hand.far).toEqual([]);
  const alone = links.filter((o) => o.words[1] !== "B2");
  table.update({ kind: "update", from: 2, n: 2, hash: "a", options: alone });
  await table.pick(alone[0]!);
  await settle();
  expect(table.hand.far, "two who stand together do not come to one").toEqual([]);
  table.update({ kind: "update", from: 2, n: 2, hash: "a", options: links });
  await table.pick(links[0]!);
  await settle();
  expect(table.hand.far.map((o) => o.words[1])).toEqual(["B3", "B4"]);
  busy = [];
  await table.gather();
  expect(busy, "nothing else is sent in between").toEqual([true, true, true, true]);
  expect(table.sending).toBe(false);
  expect(sent).toEqual(["with B3", "go camp"]);
  expect(table.hand.picks).toEqual([]);
});

test("a second tap sends a chosen piece where nobody notices it, and shows what else comes of it first", async () => {
  const ask = server.ask.bind(server);
  const go = (signs: Option["signs"]) => ({ words: ["go", "0404"], text: "Go", price: "", at: "0404", likely: 1, signs });
  for (const signs of [[], ["seen"]] satisfies Option["signs"][]) {
    server.ask = (kind, fields = {}) => (kind === "peek" ? Promise.resolve({ link: true, prompt: null, options: [go(signs)], beside: [] } as never) : ask(kind, fields));
    table.update({ kind: "update", from: 2, n: 2, hash: "a", options: [{ words: ["with", "B3"], text: "B3", price: "", at: "B3", likely: 1 }] });
    table.click(["B3"], true);
    await settle();
    server.asked.length = 0;
    table.click(["0404"], true);
    await settle();
    expect(acts()).toEqual(signs.length === 0 ? ["with B3", "go 0404"] : []);
    table.cancel();
    table.story.finish();
  }
});

describe("what is proposed next", () => {
  const turn = (at: string) => ({ words: ["turn", at], text: at, price: "", at, likely: 1, onward: true });
  const proposes = (words: string[]) => ({ seat: "blue", text: "What do they become?", clause: null, number: null, about: [], proposed: words });
  const form = { words: ["form", "B3"], text: "Form", price: "" };
  /** Each action is answered by the next of these offers. */
  function answers(...offers: { options: Option[]; proposed?: string[] }[]): void {
    server.ask = (kind, fields = {}) => {
      server.asked.push({ kind, fields });
      const next = kind === "act" ? offers.shift() : undefined;
      const { seen } = table.have();
      if (next) table.update({ kind: "update", from: seen, n: seen + 1, hash: "a", options: next.options, prompt: proposes(next.proposed ?? []) });
      return Promise.resolve({} as never);
    };
  }
  beforeEach(() => table.update({ kind: "update", from: 2, n: 2, hash: "a", options: [turn("ford"), turn("camp")] }));

  test("is done by the same click where an action says so", async () => {
    answers({ options: [form], proposed: form.words }, { options: [turn("camp")] });
    table.click(["ford"]);
    await settle();
    expect(acts()).toEqual(["turn ford", "form B3"]);
  });

  test("is asked where nothing is proposed", async () => {
    answers({ options: [form] });
    table.click(["ford"]);
    await settle();
    expect(acts()).toEqual(["turn ford"]);
  });

  test("all of a verb are done one after the other, until something else is asked", async () => {
    answers({ options: [form], proposed: form.words }, { options: [turn("camp")] }, { options: [{ words: ["mark", "ford"], text: "Mark", price: "" }] });
    await table.sendAll("turn");
    expect(acts()).toEqual(["turn ford", "form B3", "turn camp"]);
  });
});

describe("where a click on the board is not meant for everything", () => {
  const mark = { words: ["mark", "B1", "R1"], text: "B1 marks R1", price: "2 AP" };
  const walk = { words: ["move", "B1", "ford"], text: "B1 moves to the ford", price: "", at: "ford", likely: 1 };
  beforeEach(() => table.update({ kind: "update", from: 2, n: 2, hash: "a", options: [walk, mark] }));

  test("an enemy that no click acts on is not lit; it asks, and its verb lights it", async () => {
    expect([...table.lit]).toEqual(["ford", "B1"]);
    expect(table.click(["R1"])).toBe(true);
    await settle();
    expect(acts()).toEqual([]);
    expect(table.menu).toEqual({ id: "R1", options: [mark] });
    table.chooseVerb("mark");
    await settle();
    expect(acts()).toEqual(["mark B1 R1"]);
  });
});

test("what is seldom wanted lights nothing beside the end, and a click on who acts ends nothing", async () => {
  const mark = { words: ["mark", "B1", "R1"], text: "B1 marks R1", price: "", aside: true };
  table.update({ kind: "update", from: 2, n: 2, hash: "a", options: [mark, { ...mark, words: ["mark", "B1", "R2"] }, { words: ["end", "B1"], text: "End the turn of B1", price: "" }] });
  expect(table.asked?.about).toEqual(["B1"]);
  expect([...table.lit]).toEqual([]);
  table.click(["B1"]);
  await settle();
  expect(acts()).toEqual([]);
});

describe("a set-up that is proposed", () => {
  const place = (at: string) => ({ words: ["place", "B1", at], text: `B1 at ${at}`, price: "", at, likely: 1 });
  beforeEach(() => table.update({ kind: "update", from: 2, n: 2, hash: "a", options: [place("ford"), place("camp"), { words: ["ready"], text: "Ready", price: "" }] }));

  test("asks for nothing until somebody arranges it, and then for one thing after the other", async () => {
    expect([table.proposal, table.lit.size]).toEqual([true, 0]);
    table.arranging = true;
    expect([table.proposal, table.lit.has("ford")]).toEqual([false, true]);
    table.update({ kind: "update", from: 2, n: 3, hash: "b", options: [place("0404"), { words: ["ready"], text: "Ready", price: "" }] });
    expect(table.proposal).toBe(false);
    table.update({ kind: "update", from: 3, n: 4, hash: "c", options: MADE_UP.options });
    expect(table.arranging).toBe(false);
  });

  test("is begun to be arranged by a click on the board", async () => {
    table.click(["ford"]);
    await settle();
    expect([acts(), table.arranging]).toEqual([["place B1 ford"], true]);
  });
});

describe("looking", () => {
  test("the board as it was stays until the reader comes back, and nothing can be chosen there", async () => {
    await table.overlays.toggle("noise", "Noise", "none");
    expect(table.overlays.laid).toHaveLength(1);
    await table.story.showPast(1);
    expect(table.story.past?.n).toBe(1);
    expect(table.open).toBe(false);
    expect(table.overlays.laid).toEqual([]);
    table.escape();
    expect(table.story.past).toBeNull();
    expect(table.overlays.laid).toHaveLength(1);
  });

  test("the story waits while the board as it was is looked at, and then nothing of it is missing", async () => {
    await table.story.showPast(1);
    table.update(later([["moved", "R1", "0503", "0404"]]));
    await vi.advanceTimersByTimeAsync(60_000);
    table.click(["camp"]);
    expect([table.story.frame, table.story.picture?.look]).toEqual([null, MADE_UP.scene.look]);
    table.story.present();
    expect(table.story.frame?.line.text).toBe("something");
    await vi.advanceTimersByTimeAsync(200);
    await table.story.showPast(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(table.story.playing, "nor is what had begun").not.toBeNull();
    table.story.present();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([table.story.playing, table.story.picture?.look]).toEqual([null, "after"]);
  });

  test("a moment that arrives after the reader has come back is not shown", async () => {
    const asked = table.story.showPast(1);
    table.story.present();
    await asked;
    expect(table.story.past).toBeNull();
  });

  test("an overlay is about who acts or was chosen, and does not follow the pointer", async () => {
    const asked = () => server.asked.filter((a) => a.kind === "overlay").map((a) => a.fields.ids);
    await table.looking.at("B2");
    await table.overlays.toggle("reach", "Reach", "piece");
    await table.looking.at("R1");
    await settle();
    expect(asked()).toEqual([["B1"]]);
  });

  test("an enemy that is pointed at shows what it sees until something else is", async () => {
    table.update({ kind: "update", from: 2, n: 2, hash: "a", overlays: [{ name: "sees", title: "What it sees", about: "piece", pointed: true }] });
    await table.looking.at("R1");
    await settle();
    expect(server.asked.filter((a) => a.kind === "overlay").map((a) => a.fields)).toEqual([{ name: "sees", ids: ["R1"] }]);
    expect(table.overlays.glance?.about).toBe("R1");
    await table.looking.at("B1");
    await settle();
    expect(table.overlays.glance).toBeNull();
  });

  test("an overlay with nothing to show says so by its title, and one about a piece asks for one", async () => {
    server.ask = (() => Promise.resolve({ overlay: { cells: {} } })) as typeof server.ask;
    await table.overlays.toggle("reach", "Reach", "piece");
    expect(table.notice?.text).toBe("“Reach” has nothing to show for now.");
    table.overlays.shown = [];
    table.options = [];
    table.prompt = null;
    await table.overlays.toggle("reach", "Reach", "piece");
    expect(table.notice?.text).toBe("Choose a piece first: “Reach” is shown from there.");
  });

  test("at most two overlays are on", async () => {
    await table.overlays.toggle("reach", "Reach", "piece");
    await table.overlays.toggle("a", "A", "none");
    await table.overlays.toggle("b", "B", "none");
    expect(table.overlays.shown.map((o) => o.name)).toEqual(["a", "b"]);
    await table.overlays.toggle("a", "A", "none");
    expect(table.overlays.shown.map((o) => o.name)).toEqual(["b"]);
  });

  test("nothing is told of what is pointed at no more", async () => {
    await table.looking.at("camp");
    expect(table.looking.about?.id).toBe("camp");
    await table.looking.at(null);
    expect([table.looking.here, table.looking.about]).toEqual([null, null]);
    table.click(["B2"]);
    await table.looking.at("0404");
    const why = table.looking.whyNot(["0404"]);
    const next = table.looking.at("camp");
    await Promise.all([why, next]);
    expect(table.looking.refusal, "the answer came when something else was pointed at").toBeNull();
    await table.looking.whyNot(["0404"]);
    expect(table.looking.refusal?.refusal?.number).toBe("31.3");
    await table.looking.at("camp", undefined);
    expect(table.looking.refusal?.refusal?.number, "the same is still pointed at").toBe("31.3");
    await table.looking.at(null);
    expect(table.looking.refusal).toBeNull();
  });

  test("where several things may be done each has its forecast", async () => {
    await table.looking.towards(MADE_UP.options.filter((o) => o.words.at(-1) === "ford"));
    expect(table.looking.ahead.length).toBeGreaterThan(1);
    expect(Object.keys(table.looking.odds)).toHaveLength(table.looking.ahead.length);
  });

  test("odds that come when the board has changed are not told", async () => {
    const looked = table.looking.toward(MADE_UP.options[0] ?? null);
    table.update({ kind: "update", from: 2, n: 3, hash: "b", options: MADE_UP.options });
    await looked;
    expect(table.looking.odds).toEqual({});
    await table.looking.toward(MADE_UP.options[0] ?? null);
    expect(server.asked.filter((a) => a.kind === "odds")).toHaveLength(2);
  });

  test("odds are asked once for an action", async () => {
    const option = MADE_UP.options[0] ?? null;
    await table.looking.toward(option);
    await table.looking.toward(null);
    await table.looking.toward(option);
    expect(server.asked.filter((a) => a.kind === "odds")).toHaveLength(1);
    expect(Object.values(table.looking.odds)[0]).toHaveLength(2);
  });
});
