/** Messages of docs/wire.md. */
import type { Fact, Scene, Words } from "./types";

export interface Option {
  words: string[];
  text: string;
  /** What it costs, in a few words; empty or missing where nothing is paid. */
  price?: string;
}

export interface LogLine {
  n: number;
  who: string | null;
  person: string | null;
  clause: string | null;
  number: string | null;
  text: string;
  ids: string[];
  facts: Fact[];
  dice: number[];
}

export interface ChatLine {
  n: number;
  person: string;
  name: string;
  channel: "all" | "side";
  text: string;
  at: string;
}

export interface Turn {
  seat: string | null;
  mine: boolean;
  bot: boolean;
  since: string;
}

export interface Prompt {
  seat: string | null;
  text: string;
  clause: string | null;
  number: string | null;
  about: string[];
  /** What a client may propose: words on offer, or empty. */
  proposed?: Words;
}

export interface Refusal {
  clause: string | null;
  number?: string | null;
  text: string;
}

export interface UndoState {
  can: boolean;
  text: string | null;
  clause?: string | null;
  ask?: boolean;
}

export interface SeatState {
  seat: string;
  title: string;
  by: "people" | "bot";
  bot: string | null;
  people: string[];
  claims: Record<string, string>;
}

export interface Person {
  person: string;
  name: string;
  seats: string[];
  host: boolean;
  here: boolean;
  /** When somebody who is not here was last; null if never. */
  seen: string | null;
}

export interface Request {
  id: number;
  kind: "undo";
  from: string;
  to: string;
}

export interface Outcome {
  text: string;
  scores: Record<string, number>;
  points: Record<string, number | string>;
}

export interface Lines<T> {
  keep: number;
  lines: T[];
}

export interface Update {
  kind: "update";
  from: number;
  n: number;
  hash: string;
  log?: Lines<LogLine>;
  chat?: Lines<ChatLine>;
  turn?: Turn;
  prompt?: Prompt | null;
  options?: Option[];
  undo?: UndoState;
  redo?: UndoState;
  scene?: Scene;
  outcome?: Outcome | null;
  seats?: SeatState[];
  people?: Person[];
  requests?: Request[];
  watching?: number;
  hints?: boolean;
  takebacks?: { on: boolean; used: number };
  opened?: number | null;
  broken?: { action: string; reason: string } | null;
  notes?: string;
}

export interface MatchSeat {
  seat: string;
  title: string;
  by: "people" | "bot";
  names?: string[];
  bot?: string;
}

export interface Match {
  id: string;
  game: string;
  title: string;
  scenario: { id: string; title: string };
  options: Record<string, string>;
  rules: number;
  started: string;
  moved: string;
  turn: string | null;
  over: boolean;
  result: string | null;
  commitment: string;
  takebacks: boolean;
  hints: boolean;
  watchers: boolean;
  listed: boolean;
  forked: unknown;
  broken: { action: string; reason: string } | null;
  seats: MatchSeat[];
}

export interface You {
  person: string;
  name: string;
  seats: string[];
  host: boolean;
  secret: string | null;
}

export interface Welcome {
  seat: string | null;
  match: Match;
  you: You | null;
}

export interface GameOption {
  name: string;
  text: string;
  default: string;
  values: { value: string; text: string }[];
}

export interface ScenarioInfo {
  id: string;
  title: string;
  brief: string;
  seats: string[];
  optional_seats: Record<string, string>;
  options: GameOption[];
  turns: number | null;
  board: string | null;
}

export interface GameInfo {
  game: string;
  title: string;
  rules: number;
  scenarios: ScenarioInfo[];
  bots: string[];
}

export interface Created {
  match: Match;
  person: string;
  secret: string;
  links: Record<string, string | null>;
}

export interface ClauseText {
  id: string;
  number: string;
  title: string;
  text: string;
}

export interface Rulebook {
  game: string;
  title: string;
  clauses: ClauseText[];
}

export interface Past {
  n: number;
  scene: Scene;
  prompt: Prompt | null;
  seat: string | null;
}

export interface Odds {
  text: string;
  probability: number;
}

export interface Verified {
  ok: boolean;
  seed: string;
  commitment: string;
  chosen: boolean;
  actions: number;
  fingerprint: string;
}

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
  ask<T>(kind: string, fields?: Record<string, unknown>): Promise<T>;
  close(): void;
}

/** Keep the first lines, forget the rest, add the new ones. */
export function joined<T>(have: readonly T[], news: Lines<T>): T[] {
  return [...have.slice(0, news.keep), ...news.lines];
}

export type { Words };
