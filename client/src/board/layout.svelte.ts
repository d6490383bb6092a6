import type { Point } from "./camera";
import type { Laid } from "./laid";
import { arrange, extent, stacks, type Area, type Placed } from "./stacks";

/** A piece in its place on the board; one of several cells fills an area. */
export interface Standing extends Placed {
  at: string;
  area: Area | null;
}

/** Where each piece stands, and how large counters are drawn. */
export class Layout {
  #fan = $state.raw<{ at: string | null; of: unknown }>({ at: null, of: null });
  readonly #laid: Laid;
  readonly #least: () => number;

  /** `least` is the smallest counter that can be read, in board units. */
  constructor(laid: Laid, least: () => number) {
    this.#laid = laid;
    this.#least = least;
  }

  /** The place whose stack is fanned out, until something else is on offer: left open it would cover its neighbours. */
  get fanned(): string | null {
    return this.#fan.of === this.#laid.table.options ? this.#fan.at : null;
  }
  set fanned(at: string | null) {
    this.#fan = { at, of: this.#laid.table.options };
  }

  /** Counters never get smaller than can be read, nor larger than their cells. */
  size = $derived.by(() => {
    const { drawing } = this.#laid;
    const counter = drawing?.counter ?? 40;
    return Math.min(Math.max(counter, this.#least()), drawing?.largest ?? counter);
  });
  stacks = $derived.by(() => stacks(this.#laid.scene.pieces));
  standing = $derived.by(() => {
    const out: Standing[] = [];
    const spots = this.#laid.drawing?.spots;
    if (!spots) return out;
    // Pieces of several cells lie under everything.
    for (const piece of this.#laid.scene.pieces) {
      const area = extent(piece, spots);
      if (area && piece.at !== "off") out.push({ piece, x: area.x, y: area.y, count: 1, top: true, at: piece.at, area });
    }
    for (const at of this.stacks.keys()) if (at !== this.fanned) out.push(...this.#stack(at, false));
    // The fanned stack lies over everything.
    if (this.fanned !== null) out.push(...this.#stack(this.fanned, true));
    return out;
  });
  #pieces = $derived.by(() => new Map(this.standing.map((one) => [one.piece.id, one])));

  #stack(at: string, fanned: boolean): Standing[] {
    const spot = this.#laid.drawing?.spots.get(at);
    if (!spot) return [];
    return arrange(this.stacks.get(at) ?? [], spot, this.size, fanned).map((placed) => ({ ...placed, at, area: null }));
  }

  piece(id: string): Standing | null {
    return this.#pieces.get(id) ?? null;
  }
  /** Where an id is to be seen, a piece or a place. */
  spot(id: string): Point | null {
    return this.piece(id) ?? this.#laid.drawing?.spots.get(id) ?? null;
  }
  /** Where these are, as far as they are on the board. */
  spots(ids: Iterable<string>): Point[] {
    return [...ids].map((id) => this.spot(id)).filter((spot) => spot !== null);
  }
}
