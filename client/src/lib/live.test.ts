import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Live, type Ears } from "./live";
import { Refused } from "./asking";

class Fake {
  static all: Fake[] = [];
  sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((e: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  constructor() {
    Fake.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.onclose?.();
  }
  say(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const last = (): Fake => Fake.all[Fake.all.length - 1] as Fake;
const ears = () => ({ welcome: vi.fn(), update: vi.fn(), status: vi.fn(), refused: vi.fn() }) satisfies Ears;
let seen = 0;
const start = (heard: Ears) =>
  new Live("ws://x/", { secret: "s", become: "b", seat: null, name: "Ann", have: () => ({ seen, hash: seen ? "h" : "" }) }, heard, () => new Fake() as unknown as WebSocket);

beforeEach(() => {
  vi.useFakeTimers();
  Fake.all = [];
  seen = 0;
});
afterEach(() => vi.useRealTimers());

async function greeted(heard: Ears): Promise<Live> {
  const live = start(heard);
  last().onopen?.();
  last().say({ re: 1, kind: "welcome", seat: "a", match: {}, you: null });
  await vi.advanceTimersByTimeAsync(0);
  return live;
}

test("the secret goes in the first message and nowhere else", async () => {
  const live = await greeted(ears());
  expect(last().sent[0]).toMatchObject({ ask: 1, kind: "hello", secret: "s", become: "b", seen: 0, hash: "" });
  void live.ask("act", { words: ["done"], seen: 3 });
  expect(last().sent[1]).toEqual({ ask: 2, kind: "act", words: ["done"], seen: 3 });
});

test("answers find their question and errors carry the reason", async () => {
  const live = await greeted(ears());
  const first = live.ask("act");
  const second = live.ask("undo");
  last().say({ re: 3, kind: "error", error: "no-undo", text: "Dice were rolled.", refusal: { clause: null, text: "x" } });
  last().say({ re: 2, kind: "done", n: 7 });
  await expect(first).resolves.toMatchObject({ n: 7 });
  await expect(second).rejects.toMatchObject({ code: "no-undo", message: "Dice were rolled.", refusal: { text: "x" } });
});

test("a lost connection says hello again with what this tab has, later each time", async () => {
  const heard = ears();
  await greeted(heard);
  seen = 42;
  last().close();
  expect(heard.status).toHaveBeenLastCalledWith("lost", 1);
  await vi.advanceTimersByTimeAsync(1000);
  expect(Fake.all).toHaveLength(2);
  last().close();
  expect(heard.status).toHaveBeenLastCalledWith("lost", 2);
  await vi.advanceTimersByTimeAsync(2000);
  last().onopen?.();
  expect(last().sent[0]).toMatchObject({ kind: "hello", seen: 42, hash: "h" });
});

test("an update that begins after what this tab has is not used: hello is said again", async () => {
  const heard = ears();
  await greeted(heard);
  seen = 5;
  last().say({ kind: "update", from: 5, n: 6, hash: "x" });
  expect(heard.update).toHaveBeenCalledOnce();
  last().say({ kind: "update", from: 8, n: 9, hash: "y" });
  expect(heard.update).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(1000);
  expect(Fake.all).toHaveLength(2);
});

test("what was asked when the connection broke is rejected, not left hanging", async () => {
  const live = await greeted(ears());
  const asked = live.ask("act");
  last().close();
  await expect(asked).rejects.toBeInstanceOf(Refused);
  await expect(live.ask("act")).rejects.toMatchObject({ code: "offline" });
});

test("a line that went dead without a word is given up and healed", async () => {
  const heard = ears();
  const live = await greeted(heard);
  last().close = () => undefined; // the other side never hears of it
  const asked = expect(live.ask("act")).rejects.toMatchObject({ code: "too-slow" });
  await vi.advanceTimersByTimeAsync(25_000 + 20_000); // a ping that nobody answers
  await asked;
  expect(heard.status).toHaveBeenCalledWith("lost", 1);
  await vi.advanceTimersByTimeAsync(1000);
  expect(Fake.all).toHaveLength(2);
});

test("a wrong secret is final", async () => {
  const heard = ears();
  start(heard);
  last().onopen?.();
  last().say({ re: 1, kind: "error", error: "bad-secret", text: "That link opens no seat." });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(heard.refused).toHaveBeenCalledOnce();
  expect(Fake.all).toHaveLength(1);
});
