import type { Spot } from "./drawing";

/** What pieces and places mean now, by the classes that paint it. */
export interface Meaning {
  /** May be chosen. */
  readonly lit: ReadonlySet<string>;
  readonly clicked: ReadonlySet<string>;
  /** Acts in what is being shown. */
  readonly act: ReadonlySet<string>;
  /** Part of an action that is looked at, proposed or waits to be confirmed. */
  readonly preview: ReadonlySet<string>;
  /** Reached by the keys. */
  readonly aim: ReadonlySet<string>;
  /** Reached by the board in words. */
  readonly walk: ReadonlySet<string>;
}

/** Hit areas are made once for a board; here they get their meaning. */
export function paint(spots: ReadonlyMap<string, Spot>, meaning: Meaning): void {
  const classes = Object.entries(meaning) as [keyof Meaning, ReadonlySet<string>][];
  for (const [id, spot] of spots) for (const [name, ids] of classes) spot.hit.classList.toggle(name, ids.has(id));
}
