import type { Answers, Refusal } from "./wire";

/** What came back instead of an answer. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    text: string,
    readonly refusal: Refusal | null = null,
    readonly line: number | null = null,
  ) {
    super(text);
  }
}

/** How the table talks to the server; the tests put a made-up one here. */
export interface Connection {
  ask<K extends keyof Answers>(kind: K, fields?: Record<string, unknown>): Promise<Answers[K]>;
  close(): void;
}

/** Keep the first lines, forget the rest, add the new ones. `earlier` lines came before those that one has. */
export function joined<T>(have: readonly T[], news: { keep: number; lines: readonly T[]; earlier?: number }, earlier = 0): T[] {
  return news.earlier === undefined ? [...have.slice(0, Math.max(0, news.keep - earlier)), ...news.lines] : [...news.lines];
}
