// Written by `python -m scripts.schemas` from src/sandtable/kernel/scene.py and kernel/briefing.py; change it there.

/** An action: a verb and its nouns. */
export type Words = readonly string[];

/** Something that happened on the board: a word for what, and whom it is about. */
export type Fact = readonly string[];

/** A place of the board: where counters stand on it, and how large it is about that point. */
export interface Place {
  id: string;
  x: number;
  y: number;
  width: number;
  height: number;
  /** Path data by relative commands from that point on; without it the place is a box. */
  outline?: string;
  /** What is printed there, in words. */
  title?: string;
  /** Its neighbours, for the board in words. */
  next?: string[];
  /** What its printed name fills: left, top, right and bottom. */
  name?: [number, number, number, number] | null;
}

/** How the counters of a side are painted. */
export interface Side {
  /** Of their ground, on a light page. */
  colour: string;
  /** The same on a dark page. */
  dark: string;
  /** Path data on the back of a counter that is 40 by 40 about 0, 0. */
  emblem: string;
}

/** What never changes of a board: fetched once beside its drawing, and kept for ever under the same id. */
export interface Board {
  size: [number, number];
  /** The side of a counter. */
  counter: number;
  places: Place[];
  sides?: Record<string, Side>;
  /** Path data, 24 by 14 about 0, 0, by kind of piece and by mark; a mark that ends in a number has the symbol of its word. What has none here nor in the drawing is written with its letters. */
  symbols?: Record<string, string>;
  /** Marks that show as a form instead of a tab: a band across the counter, half its height, a notch at its corner, a paler counter, a ring about it, a veil over the whole cell. */
  forms?: Record<string, "band" | "low" | "notch" | "pale" | "ring" | "veil">;
  /** Marks that are a strip of this colour where there is no room for a tab. */
  strips?: Record<string, string>;
}

/** A number of the whole game: its turn, what a side has left. */
export interface BarItem {
  id: string;
  label: string;
  value: number | string;
  of: number | null;
  /** Whether any value of it but 0 is danger; a line of the log that counts it is heard. */
  danger?: boolean;
}

/** What is on a place of the board but not on its drawing. */
export interface Cell {
  id: string;
  marks: string[];
  alt: string;
}

/** What is between two places but not on the drawing. */
export interface Link {
  id: string;
  from: string;
  to: string;
  marks: string[];
  alt: string;
}

/** A counter, a man, a vehicle. */
export interface Piece {
  id: string;
  kind: string;
  side: string;
  /** A cell, a slot of a panel, or off. */
  at: string;
  z: number;
  facing: string | null;
  face: "covered" | "shown";
  name: string;
  values: string[];
  marks: string[];
  alt: string;
  /** All cells of a piece that is larger than one; `at` is one of them. */
  cells?: string[];
}

/** A box of a panel that actions name. */
export interface Slot {
  id: string;
  title?: string;
  text?: string;
  count?: number | null;
  cost?: number | null;
  marks?: string[];
  alt?: string;
}

/** A box of a track. */
export interface TrackCell {
  id: string;
  label: string;
  title?: string;
}

/** A value on the board of a piece: a row of boxes, or a number of so many. */
export interface Track {
  id: string;
  title: string;
  value: number | string;
  of?: number | null;
  cells?: string[];
}

/** A row of boxes, one of which is where we are. */
export interface TrackPanel {
  kind: "track";
  id: string;
  title: string;
  cells: (string | TrackCell)[];
  value: number | string;
}

/** A table of the rules. */
export interface TablePanel {
  kind: "table";
  id: string;
  title: string;
  head: string[];
  rows: string[][];
  /** Numbers of the rows to light. */
  lit: number[];
}

/** What may be had: things to buy, to draw, to call in. */
export interface StockPanel {
  kind: "stock";
  id: string;
  title: string;
  slots: Slot[];
  budget: number | null;
  spent: number | null;
}

/** Whoever fights whom. */
export interface LineupRow {
  id: string;
  title: string;
  ours: Slot[];
  theirs: Slot[];
}

/** A tactical combat. */
export interface LineupPanel {
  kind: "lineup";
  id: string;
  title: string;
  rows: LineupRow[];
}

/** The board of a piece: what it has and what it counts. */
export interface BoardPanel {
  kind: "board";
  id: string;
  title: string;
  slots: Slot[];
  tracks: Track[];
  /** The piece whose board it is: while a decision is about it, the board is shown. */
  of?: string | null;
}

/** Piles, and a hand. */
export interface CardsPanel {
  kind: "cards";
  id: string;
  title: string;
  piles: Slot[];
  hand: Slot[];
}

/** Words. */
export interface TextPanel {
  kind: "text";
  id: string;
  title: string;
  text: string;
  lines?: string[];
}

/** An overlay that can be asked for. */
export interface OverlayName {
  name: string;
  title: string;
  about: "cell" | "none" | "piece";
  /** `danger`: 0 is clear, 1 heard at most, 2 seen in part or on the way, 3 seen; else a number. */
  scale?: "danger" | "plain";
  /** Whether it is shown until somebody switches it off. */
  on?: boolean;
  /** Whether it is shown of a piece of another side that is pointed at. */
  pointed?: boolean;
}

/** How one place looks under an overlay. */
export interface OverlayCell {
  shade: number;
  text: string;
}

/** What an overlay shows. */
export interface OverlayCells {
  cells: Record<string, OverlayCell>;
}

/** What a mark, a kind or a shade means. */
export interface LegendItem {
  id: string;
  title: string;
  text?: string;
}

/** What a scene shows that may change from one action to the next. */
export interface Picture {
  /** The id of the static drawing, or empty. */
  board: string;
  size: [number, number];
  /** `day`, `night` or a game's own. */
  look: string;
  bar: BarItem[];
  cells: Cell[];
  links: Link[];
  pieces: Piece[];
  panels: Panel[];
}

/** What to draw for one reader, and how all of it is called. */
export interface Scene {
  /** The id of the static drawing, or empty. */
  board: string;
  size: [number, number];
  /** `day`, `night` or a game's own. */
  look: string;
  bar: BarItem[];
  cells: Cell[];
  links: Link[];
  pieces: Piece[];
  panels: Panel[];
  /** The title of every verb and id that options use. */
  names: Record<string, string>;
  overlays: OverlayName[];
  legend: LegendItem[];
}

export type Panel = TrackPanel | TablePanel | StockPanel | LineupPanel | BoardPanel | CardsPanel | TextPanel;

/** Something to do, as the briefing tells it. */
export interface Aim {
  text: string;
  /** What it is worth, in words with their unit; empty where nothing. */
  points: string;
}

/** What one side reads before its first decision. */
export interface Briefing {
  /** Of the scenario, or of the mission that somebody wrote. */
  title: string;
  /** Who you are, as a sentence. */
  role: string;
  /** Three sentences. */
  situation: string;
  goals: Aim[];
  /** What scores how much, one sentence each. */
  scoring: string[];
  /** How it ends. */
  ends: string;
  tips: string[];
  /** Places of the board that the goals are about. */
  lit: string[];
  /** The lesson to begin with. */
  lesson: string | null;
}

/** A line of the mission card. */
export interface Goal {
  id: string;
  text: string;
  state: "done" | "lost" | "open";
  /** How much of it is done, where it can be counted. */
  have: number | null;
  need: number | null;
  /** What it is worth, in words with their unit; empty where nothing. */
  points: string;
  /** Places and pieces of the scene that it is about. */
  places: string[];
}

/** A level of victory, and where it begins. */
export interface Rung {
  /** The points from which it is reached, or, for a seat that wants few, the most that it takes; null where points do not decide it. */
  at: number | number | null;
  level: string;
}

/** How the game stands. */
export interface Standing {
  value: number | number;
  unit: string;
  /** What it would be if the game ended now. */
  level: string;
  /** The next better level for the reader; null at the best. */
  next: Rung | null;
  /** All of it as one sentence. */
  text: string;
}

/** A line of the score: what it brought, and what more it could have brought. */
export interface ScoreLine {
  text: string;
  /** Earned, or below 0 lost. */
  points: number | number;
  /** What was there to be had and was not; 0 where nothing. */
  missed: number | number;
}

/** The result beside many games of a bot. */
export interface Against {
  bot: string;
  games: number;
  /** How many of a hundred ended worse for this seat. */
  better_than: number;
}

/** Something that decided the game, and the number at which to look at it. */
export interface Moment {
  /** Of the action; over the wire of the message, as `at` takes it. */
  n: number;
  text: string;
  /** What led to it, and what it was worth; empty where it speaks for itself. */
  why: string;
}

/** How it ended, for one seat. */
export interface Debrief {
  headline: string;
  /** Who won, who lost and by what, as one sentence. */
  verdict: string;
  /** One of the ladder's. */
  level: string;
  total: number | number;
  unit: string;
  /** Every level, the best for this seat first. */
  ladder: Rung[];
  lines: ScoreLine[];
  /** What happened in 1942 or 1944, and how this compares. */
  history: string;
  against: Against | null;
  /** At most three, in the order of play. */
  moments: Moment[];
  /** Whether this seat won; null where nobody did. */
  won?: boolean | null;
}

/** A table of the rule book, for looking up. */
export interface ReferenceTable {
  id: string;
  title: string;
  /** The clause that it belongs to; empty where there is none. */
  clause: string;
  /** How to read it, or empty. */
  text: string;
  head: string[];
  rows: string[][];
}
