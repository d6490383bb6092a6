import { settings } from "../lib/settings.svelte";
import { median, type Size } from "./camera";
import type { Laid } from "./laid";
import type { Layout } from "./layout.svelte";
import type { View } from "./view.svelte";

/** What the window turns to by itself: the first look at a board, what a new decision is about, who acts. */
export class Attention {
  readonly #laid: Laid;
  readonly #view: View;
  readonly #layout: Layout;
  #measured = false;
  /** The first decision has been looked at. */
  #begun = false;

  constructor(laid: Laid, view: View, layout: Layout) {
    this.#laid = laid;
    this.#view = view;
    this.#layout = layout;
  }

  /** What may be chosen on the board but cannot be seen. */
  outOfSight = $derived.by(() => this.#layout.spots(this.#laid.table.lit).filter((spot) => !this.#view.inSight(spot)).length);

  /** Begin with the whole board, or, where counters would be too small to read, with what the decision is about. */
  begin(): void {
    const { drawing } = this.#laid;
    const view = this.#view;
    view.whole();
    if (drawing && drawing.largest / view.camera.unit < view.readable * 0.75) this.focus();
    view.untouched = true;
    view.moved = false;
  }

  /** Bring what may be chosen into view as near as that allows; where nothing may be chosen, the pieces. */
  focus(): void {
    const { asked, lit } = this.#laid.table;
    const about = this.#layout.spots(asked?.about ?? []);
    const choice = this.#layout.spots(lit);
    const spots = choice.length > 0 ? choice : about;
    // Too wide to read in one look: then the first of them, or the thick of the pieces, near enough.
    const pieces = this.#layout.standing;
    if (spots.length > 0) this.#view.showAll(spots, about[0] ?? spots[0]);
    else this.#view.showAll(pieces, { x: median(pieces.map((p) => p.x)), y: median(pieces.map((p) => p.y)) });
  }

  everything(): void {
    this.#view.showAll(this.#layout.spots(this.#laid.table.lit));
  }

  /** Whether the board may be moved unasked. */
  get #follows(): boolean {
    return settings.camera || !this.#begun;
  }

  /** A new decision whose places are all out of sight is brought into sight; where nobody has moved the board, half of them is enough. */
  decision(): void {
    const view = this.#view;
    const spots = this.#layout.spots(this.#laid.table.lit);
    const first = spots[0];
    if (!first || !this.#follows) return;
    const unseen = spots.filter((spot) => !view.inSight(spot)).length;
    const room = 2 * this.#layout.size;
    if (!view.moved && (!this.#begun || 2 * unseen >= spots.length)) this.begin();
    else if (!view.fitted && unseen === spots.length) view.show({ ...first, width: room, height: room });
    view.untouched = view.untouched && !this.#begun;
    this.#begun = true;
  }

  /** The window has a size, or another one. */
  resize(screen: Size): void {
    const first = !this.#measured;
    this.#measured = true;
    const view = this.#view;
    // While an action is on its way nothing may be chosen, and the prompt is lower for a moment: that moves nothing.
    if (first || (view.untouched && !this.#laid.table.sending)) {
      view.screen = screen;
      this.begin();
    } else view.resize(screen);
  }

  place(id: string): void {
    const spot = this.#laid.drawing?.spots.get(id);
    if (spot) this.#view.show(spot);
  }
  /** What the coach speaks of, a place or a piece, is brought into sight. */
  spoken(id: string): void {
    const spot = this.#layout.spots([id])[0];
    const room = 2 * this.#layout.size;
    if (spot && this.#follows && !this.#view.inSight(spot)) this.#view.show({ ...spot, width: room, height: room });
  }
  /** Who acts is brought into view, unless all of the board is. */
  actors(ids: Iterable<string>): void {
    const first = [...ids].find((id) => this.#laid.drawing?.spots.has(id) ?? false);
    if (first !== undefined && this.#follows && !this.#view.fitted) this.place(first);
  }
}
