import type { Table } from "./table.svelte";
import { wordsToAsk } from "./narrow";
import { keyOf } from "./text";
import type { Words } from "./types";
import type { Odds, Option, Refusal } from "./wire";

/** So many actions are told of at one place. */
const MANY = 5;

/** What is looked at, and what the server has told of it: lines about a piece, what may come of an action, why something cannot be done. */
export class Looking {
  #table: Table;
  here = $state<string | null>(null);
  about = $state.raw<{ id: string; lines: string[] } | null>(null);
  /** The same of the place where it stands. */
  aboutPlace = $state.raw<{ id: string; lines: string[] } | null>(null);
  /** What may come of an action, by its words. */
  odds = $state.raw<Record<string, Odds[] | null>>({});
  /** Where those are many: each thing that may come of it, by itself. */
  aparts = $state.raw<Record<string, Odds[]>>({});
  /** The strengths behind it, by its words. */
  reckonings = $state.raw<Record<string, string>>({});
  /** Actions that are pointed at. */
  ahead = $state.raw<Option[]>([]);
  refusal = $state.raw<{ key: string; refusal: Refusal | null } | null>(null);
  preview = $state.raw<Option | null>(null);
  #aboutKnown = new Map<string, string[]>();
  #oddsKnown = new Map<string, Odds[] | null>();
  #whyKnown = new Map<string, Refusal | null>();
  #whyAsked = "";

  constructor(table: Table) {
    this.#table = table;
  }

  /** Something else is on offer: nothing is known of it yet. */
  forget(): void {
    this.#aboutKnown.clear();
    this.odds = {};
    this.aparts = {};
    this.reckonings = {};
    this.weighAgain();
  }

  /** What is asked about follows something else now. */
  weighAgain(): void {
    this.#oddsKnown = new Map();
    this.#whyKnown.clear();
    this.refusal = null;
  }

  /** Tell of a piece or a place; of a piece also where it stands, which it hides. */
  async at(id: string | null, place?: string): Promise<void> {
    if (this.here !== id) this.#wonder("");
    this.here = id;
    void this.#table.overlays.glanceAt(id);
    if (id === null || place === undefined) this.aboutPlace = null;
    if (id === null) this.about = null;
    if (id === null || !this.#table.connection) return;
    const lines = await this.#linesOf(id);
    if (this.here !== id) return;
    this.about = { id, lines };
    if (place === undefined) return;
    const there = await this.#linesOf(place);
    if (this.here === id) this.aboutPlace = { id: place, lines: there };
  }

  async #linesOf(id: string): Promise<string[]> {
    let lines = this.#aboutKnown.get(id);
    if (lines !== undefined) return lines;
    try {
      lines = (await this.#table.connection?.ask("about", { id }))?.lines ?? [];
      this.#aboutKnown.set(id, lines);
      return lines;
    } catch {
      return [];
    }
  }

  async toward(option: Option | null): Promise<void> {
    await this.towards(option ? [option] : []);
  }

  /** What may come of actions that are pointed at; the first of them is shown on the board. */
  async towards(options: readonly Option[]): Promise<void> {
    const ahead = (this.ahead = options.slice(0, MANY));
    this.preview = options[0] ?? null;
    const known = this.#oddsKnown;
    for (const option of ahead) {
      const lines = await this.oddsOf(option.words);
      if (known !== this.#oddsKnown || ahead !== this.ahead) return; // the board has changed, or something else is pointed at
      this.odds = { ...this.odds, [keyOf(option.words)]: lines };
    }
  }

  async oddsOf(words: Words): Promise<Odds[] | null> {
    const key = keyOf(words);
    const known = this.#oddsKnown; // of this position: an answer may come when there is another one
    const found = known.get(key);
    if (found !== undefined) return found;
    try {
      const answer = await this.#table.connection?.ask("odds", { words, ...this.#table.hand.after(words) });
      known.set(key, answer?.odds ?? null);
      if (answer?.apart?.length && known === this.#oddsKnown) this.aparts = { ...this.aparts, [key]: answer.apart };
      if (answer?.reckoning && known === this.#oddsKnown) this.reckonings = { ...this.reckonings, [key]: answer.reckoning };
      return answer?.odds ?? null;
    } catch {
      return null;
    }
  }

  /** Why not is told of what is pointed at, and of nothing that was before. */
  #wonder(key: string): void {
    this.#whyAsked = key;
    if (this.refusal?.key !== key) this.refusal = null;
  }

  async whyNot(ids: readonly string[]): Promise<Refusal | null> {
    const words = this.#table.open ? wordsToAsk(this.#table.words, this.#table.narrowing, ids, (id) => this.#table.sortOf(id)) : null;
    if (!words || !this.#table.connection) return null;
    const key = keyOf(words);
    this.#wonder(key);
    let refusal = this.#whyKnown.get(key);
    if (refusal === undefined) {
      try {
        refusal = (await this.#table.connection.ask("why_not", { words, ...this.#table.hand.after(words) })).refusal;
        this.#whyKnown.set(key, refusal);
      } catch {
        return null;
      }
    }
    if (this.#whyAsked === key) this.refusal = { key, refusal };
    return refusal;
  }
}
