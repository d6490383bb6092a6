// Written by `python -m scripts.schemas` from src/sandtable/web/told.py; change it there.

import type { Briefing, Debrief, Goal, LegendItem, OverlayCells, OverlayName, Picture, ReferenceTable, Standing } from "./types";

/** Something with an id and a title. */
export interface Named {
  id: string;
  title: string;
}

/** A seat, and who holds it. */
export interface MatchSeat {
  seat: string;
  title: string;
  by: "bot" | "people";
  bot: string | null;
  people: number;
  /** Empty where the asker is no reader of the match. */
  names: string[];
}

/** The board that a match was played on from. */
export interface Forked {
  match: string;
  n: number;
}

/** Why a match no longer replays under the present rules. */
export interface Broken {
  action: number;
  reason: string;
}

/** What anybody with the match's id may know. */
export interface Match {
  id: string;
  game: string;
  title: string;
  scenario: Named;
  options: Record<string, string>;
  rules: number;
  started: string;
  moved: string;
  turn: string | null;
  over: boolean;
  result: string | null;
  commitment: string;
  /** Whether somebody typed the seed, so that it proves nothing. */
  chosen: boolean;
  takebacks: boolean;
  hints: boolean;
  watchers: boolean;
  listed: boolean;
  forked: Forked | null;
  broken: Broken | null;
  seats: MatchSeat[];
  /** The seat that the invitation shown is for. */
  invited: string | null;
}

/** A match that was made. */
export interface Created {
  match: Match;
  person: string;
  secret: string;
  /** An invitation to each seat that others may sit down at; otherwise null. */
  links: Record<string, string | null>;
}

/** A value of an option. */
export interface OptionValue {
  value: string;
  text: string;
}

/** An option of a scenario; one without a chapter is a setting, one with it a ruling. */
export interface GameOption {
  name: string;
  title: string;
  chapter: string;
  text: string;
  default: string;
  values: OptionValue[];
  /** Those of which several may be given, joined by + in this order. */
  joined: string[];
}

/** Something to play. */
export interface ScenarioInfo {
  id: string;
  title: string;
  brief: string;
  seats: string[];
  /** Seats that an option adds, as `option=value`. */
  optional_seats: Record<string, string>;
  /** Which of the game's options it has, by their place in that list. */
  options: number[];
  turns: number;
  board: string | null;
  /** About how long it takes; 0 where nobody has said. */
  minutes: number;
  /** gentle, fair or hard; empty where nobody has said. */
  difficulty: string;
  teaches: string;
}

/** An opponent that is not a person. */
export interface BotInfo {
  bot: string;
  title: string;
  /** What to expect of it; empty where nobody has said. */
  about: string;
  /** False: for the laboratory, and no opponent for people. */
  offered: boolean;
}

/** A lesson as the start page needs it. */
export interface LessonInfo {
  id: string;
  title: string;
  minutes: number;
}

/** A game as the start page needs it. */
export interface GameInfo {
  game: string;
  title: string;
  /** What it is, in one sentence. */
  about: string;
  rules: number;
  /** All options of its scenarios, each of them once. */
  options: GameOption[];
  scenarios: ScenarioInfo[];
  /** The scenario for somebody's first game. */
  gentle: string;
  /** The titles of all its seats. */
  seats: Record<string, string>;
  bots: BotInfo[];
  /** In the order in which they are best taken. */
  lessons: LessonInfo[];
  /** Whether players can write missions for it. */
  missions: boolean;
}

/** Somebody whom an invitation sat down. */
export interface Seated {
  person: string;
  name: string;
  seat: string;
  secret: string;
}

/** A mistake in a text that somebody wrote. */
export interface Fault {
  line: number;
  error: string;
}

/** A mission that somebody wrote, as it was read. */
export interface Mission {
  /** Empty while it has mistakes. */
  title: string;
  faults: Fault[];
  /** Its board; null while it has mistakes. */
  svg: string | null;
}

/** The reader's number after an action, over REST. */
export interface Played {
  n: number;
}

/** A clause of the rules. */
export interface ClauseText {
  id: string;
  number: string;
  title: string;
  text: string;
}

/** The clauses of a game in our words, and its tables. */
export interface Rulebook {
  game: string;
  title: string;
  clauses: ClauseText[];
  tables: ReferenceTable[];
}

/** The terms of art of a game, each with a plain sentence. */
export interface Glossary {
  game: string;
  terms: Record<string, string>;
}

/** How people can be told of their turns while they are away. */
export interface Notices {
  hosts: string[];
  push: string | null;
}

/** Whether the server is up. */
export interface Health {
  ok: boolean;
  version: string;
}

/** A line of the log as one reader reads it. */
export interface LogLine {
  n: number;
  who: string | null;
  person: string | null;
  clause: string | null;
  number: string | null;
  text: string;
  ids: string[];
  facts: string[][];
  dice: number[];
}

/** A line of talk; the table's own lines have no person. */
export interface ChatLine {
  n: number;
  person: string | null;
  name: string | null;
  channel: "all" | "side";
  text: string;
  at: string;
}

/** Keep the first so many lines of the whole log, forget the rest, add these. */
export interface LogLines {
  keep: number;
  lines: LogLine[];
  /** Forget all; so many lines came before these and can be asked for. */
  earlier?: number;
}

/** Keep the first so many lines of all that was said, forget the rest, add these. */
export interface ChatLines {
  keep: number;
  lines: ChatLine[];
  /** Forget all; so many lines came before these and can be asked for. */
  earlier?: number;
}

/** Whose choice it is. */
export interface Turn {
  seat: string | null;
  mine: boolean;
  bot: boolean;
  since: string;
}

/** Who must decide what, and why. */
export interface Prompt {
  seat: string;
  text: string;
  clause: string | null;
  number: string | null;
  about: string[];
  /** What a client may propose: words on offer, or empty. */
  proposed: string[];
}

/** Something that may be chosen. */
export interface Option {
  words: string[];
  text: string;
  /** What it costs, in a few words; empty where nothing is paid. */
  price: string;
  /** The ids of the open goals that it serves. */
  serves?: string[];
  /** An enemy sees it, hears it or fires back; dice decide; it serves an open goal. */
  signs?: ("die" | "fire" | "goal" | "heard" | "seen")[];
  /** What it is likely to bring, in a few words. */
  forecast?: string;
  /** The piece or place on which one clicks for it. */
  at?: string;
  /** Its place among those at the same piece or place, from 1, which a click does; 0: none. */
  likely?: number;
  /** Whether it ends the game or gives something up for good, so that it is asked once more. */
  final?: boolean;
  /** Seldom what is wanted: the button of its verb is folded away behind the others. */
  aside?: boolean;
  /** Where it is the first of several at its place, a click asks which of them is meant. */
  asks?: boolean;
  /** What is proposed after it is done by the same click; all of its verb may be done at once. */
  onward?: boolean;
  /** Its piece may be brought to another of the kind by one press; of a way: its end has room. */
  gathers?: boolean;
}

/** Whether the last action can be taken back, and what that is; otherwise why not. */
export interface UndoState {
  can: boolean;
  text: string;
  clause: string | null;
  /** Whether somebody else is asked first, who did it. */
  ask: boolean;
  /** It only named a piece for what was done next: nobody wants to stop before that alone. */
  link?: boolean;
}

/** Whether something that was taken back can be done again, and what. */
export interface RedoState {
  can: boolean;
  text: string;
}

/** A seat, who holds it, and who of its people decides about which piece. */
export interface SeatState {
  seat: string;
  title: string;
  /** Of the pieces that it leads. */
  side: string;
  by: "bot" | "people";
  bot: string | null;
  people: string[];
  /** How many people may still sit down here by invitation. */
  invited: number;
  claims: Record<string, string>;
}

/** Somebody at the table. */
export interface Person {
  person: string;
  name: string;
  seats: string[];
  host: boolean;
  here: boolean;
  /** When somebody who is not here was last; null if never. */
  seen: string | null;
}

/** Somebody's wish to take back what another person did. */
export interface Request {
  id: number;
  kind: "undo";
  from: string;
  to: string;
}

/** How the game ended. */
export interface Outcome {
  text: string;
  scores: Record<string, number>;
  points: Record<string, number>;
}

/** Whether they are switched on, and how many were used. */
export interface Takebacks {
  on: boolean;
  used: number;
}

/** An overlay that the coach switches on. */
export interface Shown {
  name: string;
  ids: string[];
}

/** Something that the coach says, and what it points at. */
export interface Caption {
  text: string;
  ids: string[];
  overlay?: Shown | null;
}

/** Where a learner stands in a lesson. Captions are read one after the other; what is on offer is wanted at once. */
export interface Coach {
  lesson: string;
  title: string;
  captions: Caption[];
  /** For whoever is free and does not know how to go on; may be empty. */
  hint: string;
  /** How many of the steps are done. */
  step: number;
  steps: number;
  /** It went wrong, and why; `retry` goes back. */
  lost: string | null;
  /** What was achieved, once the lesson is over. */
  end: string | null;
  /** The lesson after this one. */
  next: string | null;
}

/** What has changed for a reader; a part that is left out has not. */
export interface Update {
  kind: "update";
  from: number;
  n: number;
  hash: string;
  log?: LogLines;
  chat?: ChatLines;
  /** Names that are new or have changed; the others stay. */
  names?: Record<string, string>;
  overlays?: OverlayName[];
  legend?: LegendItem[];
  scene?: Picture;
  /** Travels once. */
  briefing?: Briefing;
  goals?: Goal[];
  standing?: Standing | null;
  /** In a lesson, to the learner. */
  coach?: Coach | null;
  prompt?: Prompt | null;
  options?: Option[];
  outcome?: Outcome | null;
  /** Null until the game is over. */
  debrief?: Debrief | null;
  turn?: Turn;
  undo?: UndoState;
  redo?: RedoState;
  seats?: SeatState[];
  people?: Person[];
  requests?: Request[];
  watching?: number;
  hints?: boolean;
  takebacks?: Takebacks;
  opened?: number | null;
  broken?: Broken | null;
  notes?: string;
}

/** What was asked is done. Its number is set when it is sent. */
export interface Answer {
  kind: "done";
  re?: number | null;
}

/** Whom the server takes the asker for. */
export interface You {
  person: string;
  name: string;
  seats: string[];
  host: boolean;
  /** Set when an invitation made a new person; to be kept. */
  secret: string | null;
}

/** The answer to hello. */
export interface Welcome {
  kind: "welcome";
  re?: number | null;
  seat: string | null;
  match: Match;
  you: You | null;
}

/** The reader's number after what was asked. */
export interface Acted {
  kind: "done";
  re?: number | null;
  n: number;
}

/** Somebody else is asked whether it may be undone. */
export interface Requested {
  kind: "done";
  re?: number | null;
  request: number;
}

/** Why something is not possible. */
export interface Refusal {
  clause: string | null;
  number: string | null;
  text: string;
}

/** Why words are not on offer; null when they are. */
export interface WhyNot {
  kind: "done";
  re?: number | null;
  refusal: Refusal | null;
}

/** What would be offered after links of a chain. */
export interface Peeked {
  kind: "done";
  re?: number | null;
  link: boolean;
  prompt: Prompt | null;
  options: Option[];
  beside: string[][];
}

/** Something that may happen. */
export interface Odds {
  text: string;
  probability: number;
  /** Whether it was drawn, where there is too much to count. */
  about?: boolean;
}

/** What may happen; null where nothing is left to chance. */
export interface OddsTold {
  kind: "done";
  re?: number | null;
  odds: Odds[] | null;
  /** Where they are many: each thing by itself. */
  apart?: Odds[];
  /** The strengths behind them with their parts, or empty. */
  reckoning?: string;
}

/** An overlay. */
export interface OverlayTold {
  kind: "done";
  re?: number | null;
  overlay: OverlayCells;
}

/** Lines about a piece or a place. */
export interface AboutTold {
  kind: "done";
  re?: number | null;
  lines: string[];
}

/** Lines of the log before those that a tab has; the first of them is line `first`, counted from 0. */
export interface EarlierLog {
  kind: "done";
  re?: number | null;
  first: number;
  log: LogLine[];
}

/** What was said before that; likewise. */
export interface EarlierChat {
  kind: "done";
  re?: number | null;
  first: number;
  chat: ChatLine[];
}

/** An action that is worth a thought. */
export interface Advised {
  words: string[];
  text: string;
  /** What speaks for it, in the game's own terms; may be empty. */
  reason: string;
  /** The pieces and places that it is about. */
  lit: string[];
  /** Where it is a link of a chain: what follows, to its end. */
  then: string[][];
  /** The games that were played on from here to their end, with this; 0 where the player judged before that. */
  games: number;
  /** How many of them were won. */
  won: number;
  /** By how many of 100 it did worse than what comes first, in the same tries; null where nothing was tried. */
  worse: number | null;
}

/** What a bot would do, and what else it thought about. */
export interface Hint {
  kind: "done";
  re?: number | null;
  bot: string;
  /** The bot as people know it. */
  title: string;
  /** What it would do comes first. */
  ideas: Advised[];
}

/** A decision that was looked back at, and what happened up to the next one. Costs and luck are on the scale of the
    outlook. */
export interface Judged {
  /** Of the message after which the decision was made, as `at` and a fork take it. */
  n: number;
  /** Its number in the record. */
  action: number;
  did: string;
  /** What was clearly better by what was known then; empty: nothing was. */
  better: string;
  /** What speaks for that. */
  reason: string;
  /** The result to be expected, from 0, the worst, to 100; 50 is the line between losing and winning. Of the best that was seen. */
  outlook: number;
  cost: number;
  /** What dice, the others and what nobody had foreseen changed until the next decision. */
  luck: number;
  happened: string;
  /** By how much the dice that mattered most until then brought more than others would have; 0: not to be told. */
  dice: number;
  /** What those dice decided. */
  fell: string;
}

/** A finished game for one seat: `start` less `cost` plus `luck` is `end`. */
export interface Review {
  seat: string;
  title: string;
  decisions: number;
  /** How often each decision was played on, at the most. */
  continuations: number;
  start: number;
  cost: number;
  luck: number;
  end: number;
  points: Judged[];
  /** The costliest decisions by their places in `points`, worst first. */
  worst: number[];
  lucky: number[];
  unlucky: number[];
}

/** A review, or how far it has come: it is asked for again until it is there. */
export interface Reviewed {
  kind: "done";
  re?: number | null;
  done: number;
  /** Decisions to look at; 0 while that is not known yet. */
  of: number;
  /** So long it waits for the asker's share of the processor. */
  seconds: number;
  review: Review | null;
}

/** A new invitation. */
export interface Linked {
  kind: "done";
  re?: number | null;
  secret: string;
}

/** The board as it was. */
export interface Past {
  kind: "done";
  re?: number | null;
  n: number;
  seat: string | null;
  scene: Picture;
  /** Names that were others then than they are now. */
  names: Record<string, string>;
  prompt: Prompt | null;
}

/** A seed, and from which action on chance came from it. */
export interface Seed {
  first: number;
  seed: string;
  commitment: string;
}

/** The record, replayed. */
export interface Verified {
  kind: "done";
  re?: number | null;
  ok: boolean;
  seed: string;
  commitment: string;
  seeds: Seed[];
  chosen: boolean;
  actions: number;
  fingerprint: string;
}

/** Why something is not done. */
export interface Problem {
  error: string;
  text: string;
  refusal?: Refusal | null;
  line?: number | null;
  /** Of a mission: every mistake, by line. */
  faults?: Fault[];
  /** When to try again. */
  seconds?: number;
}

/** The answer to what is not done; `re` is null where the message had no number. */
export interface Failed {
  kind: "error";
  error: string;
  text: string;
  refusal?: Refusal | null;
  line?: number | null;
  /** Of a mission: every mistake, by line. */
  faults?: Fault[];
  /** When to try again. */
  seconds?: number;
  re: number | null;
}

/** What is answered, by what was asked. */
export interface Answers {
  hello: Welcome;
  act: Acted;
  undo: Acted | Requested;
  redo: Acted;
  retry: Acted;
  agree: Answer;
  why_not: WhyNot;
  peek: Peeked;
  odds: OddsTold;
  overlay: OverlayTold;
  about: AboutTold;
  hint: Hint;
  chat: Acted;
  note: Answer;
  name: Answer;
  claim: Answer;
  link: Linked;
  bot: Answer;
  at: Past;
  verify: Verified;
  review: Reviewed;
  notify: Answer;
  push: Answer;
  earlier: EarlierLog | EarlierChat;
  ping: Answer;
}
