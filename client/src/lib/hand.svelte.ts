import { Refused } from "./asking";
import { NOTHING } from "./narrow";
import type { Table } from "./table.svelte";
import { keyOf } from "./text";
import type { Words } from "./types";
import type { Option, Peeked } from "./wire";

/** Pieces that are picked, in any order, before it is said what they do together. The server says what goes together. */
export class Hand {
  #table: Table;
  /** Pieces that were picked, as the links of a chain that they will be, in the order of the player's hand. */
  picks = $state.raw<Words[]>([]);
  /** What would be offered after them. */
  peeked = $state.raw<Peeked | null>(null);
  /** A question about what is picked that has not been answered yet. */
  asking: Promise<unknown> | null = null;
  /** Pieces that may be picked beside those that are, or instead of them. */
  links: Option[] = $derived.by(() => (this.picks.length === 0 ? [] : this.#table.options.filter((o) => this.mayLink(o) && this.picks.some((p) => p[0] === o.words[0]))));

  constructor(table: Table) {
    this.#table = table;
  }

  /** Nobody is picked. */
  clear(): void {
    this.picks = [];
    this.peeked = null;
  }

  /** What else the one piece in hand may do, instead of what it was picked for. */
  apart(): Option[] {
    const piece = this.picks.length === 1 ? this.picks[0]?.[1] : undefined;
    return this.#table.options.filter((o) => piece !== undefined && o.words.length > 2 && o.words[1] === piece);
  }

  /** A verb and the piece that is clicked for it may be a link of a chain; the server knows. An end that only names a piece is
   * none. What is seldom wanted may begin with its verb alone, so that it can be cancelled. */
  mayLink({ words, at, aside }: Option): boolean {
    if (words.length === 1) return aside === true;
    return words.length === 2 && this.#table.pieces.has(words[1] ?? "") && (at === words[1] || !this.#table.options.some((o) => o.at));
  }

  /** Add a piece to the hand, or take it instead of what is there. False: it is more than a link, and is to be sent. */
  async pick(words: Words): Promise<boolean> {
    return this.hold(async () => {
      let said = [...this.picks, words];
      let answer = await this.peek(said);
      if (answer instanceof Refused && this.picks.length > 0) {
        if (this.placeOf(words) === this.placeOf(this.picks[0] ?? [])) {
          this.#table.narrowing = NOTHING;
          this.#table.refusedBy(answer);
          return true;
        }
        said = [words];
        answer = await this.peek(said);
      }
      if (answer instanceof Refused || !answer.link) return false;
      this.take(said, answer);
      return true;
    });
  }

  /** Let one piece go. */
  async drop(piece: string): Promise<void> {
    const said = this.picks.filter((words) => words.length > 1 && words[1] !== piece);
    if (said.length === 0) return this.#table.cancel();
    await this.hold(async () => {
      const answer = await this.peek(said);
      if (answer instanceof Refused) this.#table.refusedBy(answer);
      else this.take(said, answer);
    });
  }

  /** What else could be picked: all of it, or only where the first one stands. */
  others(stack: boolean): Option[] {
    const at = this.placeOf(this.picks[0] ?? []);
    const beside = new Set(this.peeked?.beside.map(keyOf));
    return this.links.filter((o) => beside.has(keyOf(o.words)) && (!stack || this.placeOf(o.words) === at));
  }

  async pickAll(stack: boolean): Promise<void> {
    await this.#together(this.others(stack).map((o) => o.words));
  }

  /** Of the pieces within a box all that can be picked together, beside those that are. */
  async pickWithin(ids: ReadonlySet<string>): Promise<void> {
    if (this.#table.story.playing) this.#table.story.finish();
    await this.picked();
    if (this.#table.busy() || !this.#table.open) return;
    const held = new Set(this.picks.map(keyOf));
    const here = this.#table.options.filter((o) => o.words.length > 1 && this.mayLink(o) && ids.has(o.words[1] ?? "") && !held.has(keyOf(o.words)));
    const verb = this.picks[0]?.[0] ?? this.#table.narrowing.verb ?? here[0]?.words[0];
    const before = this.picks;
    await this.#together(here.filter((o) => o.words[0] === verb).map((o) => o.words));
    if (this.picks === before) this.#table.say("Nobody there can be picked now.");
  }

  /** Pick these as well, as many of them as go together. */
  async #together(others: readonly Words[]): Promise<void> {
    if (others.length === 0) return;
    await this.hold(async () => {
      let said = this.picks;
      let answer = await this.peek([...said, ...others]);
      if (!(answer instanceof Refused) && answer.link) return this.take([...said, ...others], answer);
      // Not all of them go together: as many as do, in their order.
      let best: Peeked | null = null;
      for (const words of others) {
        answer = await this.peek([...said, words]);
        if (answer instanceof Refused || !answer.link) continue;
        best = answer;
        said = [...said, words];
      }
      if (best) this.take(said, best);
    });
  }

  /** Whether words are on offer instead of what is picked, and not after it. */
  isApart(words: Words): boolean {
    return this.peeked !== null && this.apart().some((o) => keyOf(o.words) === keyOf(words));
  }

  /** Who might come to where the one piece in hand stands, if only by themselves. Nobody leaves a larger stack than the one that is gathered. */
  get far(): Option[] {
    const [held, second] = this.picks;
    if (!held || second || this.#table.coach || !this.linkOf(held)?.gathers) return [];
    const together = (words: Words): number => this.links.filter((o) => o.gathers && this.placeOf(o.words) === this.placeOf(words)).length;
    return this.links.filter((o) => o.gathers && this.placeOf(o.words) !== this.placeOf(held) && together(o.words) <= together(held));
  }

  linkOf(words: Words): Option | undefined {
    return this.#table.options.find((o) => keyOf(o.words) === keyOf(words));
  }

  /** What is asked about is asked as if it came after what is picked. */
  after(words: Words): { said?: Words[] } {
    return this.picks.length > 0 && !this.isApart(words) ? { said: this.picks } : {};
  }

  /** Resolves when what was clicked has been picked. */
  async picked(): Promise<void> {
    await this.asking;
  }

  take(said: Words[], answer: Peeked): void {
    this.#table.cancel();
    this.#table.looking.weighAgain();
    this.picks = said;
    this.peeked = answer;
    this.#table.overlays.again();
  }

  placeOf(words: Words): string | undefined {
    return this.#table.scene?.pieces.find((p) => p.id === words[1])?.at;
  }

  async peek(said: readonly Words[]): Promise<Peeked | Refused> {
    try {
      return (await this.#table.connection?.ask("peek", { said })) ?? new Refused("offline", "Not connected; trying again.");
    } catch (error) {
      if (error instanceof Refused) return error;
      throw error;
    }
  }

  /** Clicks wait until a question about what is picked has been answered; an answer that comes too late is nobody's. */
  async hold<T>(ask: () => Promise<T>): Promise<T> {
    const asking = ask();
    this.asking = asking;
    try {
      return await asking;
    } finally {
      if (this.asking === asking) this.asking = null;
    }
  }
}
