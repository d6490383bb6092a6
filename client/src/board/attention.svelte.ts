import { READY } from "../lib/narrow";
import { settings } from "../lib/settings.svelte";
import { median, type Size } from "./camera";
import type { Laid } from "./laid";
import type { Layout } from "./layout.svelte";
import type { View } from "./view.svelte";

/** The room of a card over the board: pixels across, and its part of the height. */
const CARD = 560;
const HIGH = 0.4;

/** What the window turns to by itself: the first look at a board, what a new decision is about, who acts. */
export class Attention {
  readonly #laid: Laid;
  readonly #view: View;
  readonly #layout: Layout;
  #measured = false;
  /** The first decision has been looked at. */
  #begun = false;
  /** The question that was asked last. */
  #asked: string | undefined;

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
    const { asked, lit, offer, seats, seat } = this.#laid.table;
    const pieces = this.#layout.standing;
    // A set-up that can be taken as it is proposed is looked at as a whole, or from where one's own pieces stand.
    const proposed = offer.some((o) => o.words[0] === READY);
    const side = seats.find((one) => one.seat === seat)?.side;
    const about = proposed ? pieces.filter((one) => one.piece.side === side) : this.#layout.spots(asked?.about ?? []);
    const choice = this.#layout.spots(proposed ? [] : lit);
    const spots = choice.length > 0 ? choice : about;
    // Too wide to read in one look: then the first of them, or the thick of the pieces, near enough.
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

  /** A decision whose places are all out of sight is brought into sight; where nobody has moved the board half of them is enough for another question. The same one again moves nothing under the mouse. */
  decision(): void {
    const view = this.#view;
    const { asked, lit } = this.#laid.table;
    const spots = this.#layout.spots(lit);
    const first = spots[0];
    if (!this.#follows) return;
    // A question that is answered below: the pieces are in sight, wherever somebody acted last.
    if (!first && !view.moved && this.#begun && !this.#layout.standing.some((spot) => view.inSight(spot))) this.begin();
    if (!first) return;
    const unseen = spots.filter((spot) => !view.inSight(spot)).length;
    const room = 2 * this.#layout.size;
    const again = this.#asked === asked?.text;
    this.#asked = asked?.text;
    if (!view.moved && (!this.#begun || unseen === spots.length || (!again && 2 * unseen >= spots.length))) this.begin();
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

  /** Whether more of these lie under a card at the top of the board than under one at its foot. */
  under(ids: Iterable<string>): boolean {
    const { screen } = this.#view;
    const beside = this.#layout.spots(ids).map((spot) => this.#view.onScreen(spot)).filter((at) => Math.abs(at.x - screen.width / 2) < CARD / 2);
    const top = beside.filter((at) => at.y > 0 && at.y < screen.height * HIGH).length;
    const foot = beside.filter((at) => at.y < screen.height && at.y > screen.height * (1 - HIGH)).length;
    return top > foot;
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
  /** Who acts out of sight is brought into it. */
  actors(ids: Iterable<string>): void {
    const first = [...ids].find((id) => this.#laid.drawing?.spots.has(id) ?? false);
    const spot = this.#laid.drawing?.spots.get(first ?? "");
    if (spot && this.#follows && !this.#view.inSight(spot)) this.#view.show(spot);
  }
}
