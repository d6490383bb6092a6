/** What the server sends, as far as it is the same for every game. The shapes follow contract.md, "Events and scenes". */

/** An action: a verb and its nouns. */
export type Words = readonly string[];

export interface BarItem {
  id: string;
  label: string;
  value: string | number;
  of?: number | null;
}

export interface Cell {
  id: string;
  marks: string[];
  alt: string;
}

export interface Link {
  id: string;
  from: string;
  to: string;
  marks: string[];
  alt: string;
}

export interface Piece {
  id: string;
  kind: string;
  side: string;
  at: string;
  z: number;
  facing?: string | number | null;
  face: "shown" | "covered";
  name: string;
  values: string[];
  marks: string[];
  alt: string;
  /** All cells of a piece that is larger than one; `at` is one of them. */
  cells?: string[];
}

export interface Slot {
  id: string;
  title?: string;
  label?: string;
  text?: string;
  count?: number | null;
  cost?: number | null;
  alt?: string;
  marks?: string[];
}

export interface TrackCell {
  id: string;
  label?: string;
  title?: string;
  text?: string;
}

export interface Track {
  id: string;
  title?: string;
  label?: string;
  cells?: (TrackCell | string | number)[];
  value: number | string;
  of?: number | null;
}

interface PanelOf<K extends string> {
  id: string;
  title: string;
  kind: K;
}
export interface TrackPanel extends PanelOf<"track"> {
  cells: (TrackCell | string | number)[];
  value: number | string;
}
export interface TablePanel extends PanelOf<"table"> {
  head: (string | number)[];
  rows: (string | number)[][];
  /** Cells to light: [row, column], or a whole row by its number. */
  lit?: ([number, number] | number)[] | null;
}
export interface StockPanel extends PanelOf<"stock"> {
  slots: (Slot | string)[];
  budget?: number | null;
  spent?: number | null;
}
export interface LineupPanel extends PanelOf<"lineup"> {
  rows: { id: string; title?: string; label?: string; ours: (Slot | string)[]; theirs: (Slot | string)[] }[];
}
export interface BoardPanel extends PanelOf<"board"> {
  /** The piece whose board it is: while a decision is about that piece the board is shown. */
  of?: string | null;
  slots: (Slot | string)[];
  tracks?: Track[];
}
export interface CardsPanel extends PanelOf<"cards"> {
  piles: (Slot | string)[];
  hand: (Slot | string)[];
}
export interface TextPanel extends PanelOf<"text"> {
  text?: string;
  lines?: string[];
}
export type Panel = TrackPanel | TablePanel | StockPanel | LineupPanel | BoardPanel | CardsPanel | TextPanel;

export interface OverlayName {
  name: string;
  title: string;
  about: "piece" | "cell" | "none";
}

export interface OverlayCells {
  cells: Record<string, { shade?: number; text?: string }>;
}

export interface LegendItem {
  id: string;
  title?: string;
  text?: string;
}

export interface Scene {
  board: string;
  size: [number, number];
  look: string;
  bar: BarItem[];
  names: Record<string, string>;
  cells: Cell[];
  links: Link[];
  pieces: Piece[];
  panels: Panel[];
  overlays: OverlayName[];
  legend: LegendItem[];
}

export interface Prompt {
  seat: string | null;
  text: string;
  clause: string;
  about: string[];
  /** What a client may propose: words on offer, or empty. */
  proposed?: Words;
}

export type Fact = readonly string[];
