import type { Point } from "./camera";
import type { Choosing } from "./choosing";
import { Gestures, SHAKE } from "./gestures";
import type { Laid } from "./laid";
import type { View } from "./view.svelte";

/** A pointer that stands still so long, in milliseconds, asks. */
const REST = 200;

/** Mouse, finger and wheel over the board's frame, as the browser tells of them. */
export class Pointing {
  readonly #laid: Laid;
  readonly #view: View;
  readonly #choosing: Choosing;
  readonly #gestures: Gestures;
  /** The mouse counts its clicks; a pointer does not. */
  #clicks = 1;
  #over: string | null = null;
  /** A piece under the mouse button that may be chosen: dragging it is choosing it, and where it is let go is chosen next. */
  #held: { piece: string; at: Point } | null = null;
  /** Where the mouse was pressed with Shift: dragging draws a box, and does not move the board. */
  #corner: Point | null = null;
  #clock: ReturnType<typeof setTimeout> | undefined;

  constructor(laid: Laid, view: View, choosing: Choosing) {
    this.#laid = laid;
    this.#view = view;
    this.#choosing = choosing;
    this.#gestures = new Gestures(view);
  }

  press = (event: MouseEvent): void => {
    this.#clicks = event.detail;
  };
  down = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    clearTimeout(this.#clock); // what was pointed at to be pressed is not asked about
    const { piece } = under(event.target as Element);
    const { lit, chosen } = this.#laid.table;
    this.#corner = event.shiftKey && event.pointerType === "mouse" ? local(event) : null;
    this.#held = piece !== undefined && !this.#corner && event.pointerType === "mouse" && (lit.has(piece) || chosen.has(piece)) ? { piece, at: local(event) } : null;
    this.#gestures.down(event.pointerId, local(event));
  };
  move = (event: PointerEvent): void => {
    if (this.#corner && this.#gestures.busy) return this.#box(event, this.#corner);
    if (this.#held && this.#gestures.busy) return this.#carry(event, this.#held);
    const frame = event.currentTarget as HTMLElement;
    // Only a real drag is captured: a click must still reach what it points at.
    if (this.#gestures.move(event.pointerId, local(event)) && !frame.hasPointerCapture(event.pointerId)) frame.setPointerCapture(event.pointerId);
    this.#hover(event);
  };
  #carry(event: PointerEvent, { piece, at }: { piece: string; at: Point }): void {
    const to = local(event);
    const { table } = this.#laid;
    if (!this.#view.carried) {
      if (Math.hypot(to.x - at.x, to.y - at.y) <= SHAKE) return;
      if (!table.chosen.has(piece)) {
        if (table.hand.picks.length > 0) table.cancel(); // whoever is dragged without being chosen goes alone
        this.#choosing.piece(piece, this.#view.onBoard(at), false);
      }
      (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
    }
    this.#view.carried = { from: this.#view.onBoard(at), to: this.#view.onBoard(to) };
  }
  #box(event: PointerEvent, corner: Point): void {
    const to = local(event);
    if (!this.#view.boxed) {
      if (Math.hypot(to.x - corner.x, to.y - corner.y) <= SHAKE) return;
      (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
    }
    this.#view.boxed = { from: this.#view.onBoard(corner), to: this.#view.onBoard(to) };
  }
  /** Let go over a place that is lit it is chosen; anywhere else nothing is. */
  #dropped(event: PointerEvent): void {
    const { table } = this.#laid;
    const { piece, cell } = under(document.elementFromPoint(event.clientX, event.clientY));
    const at = cell ?? this.#laid.scene.pieces.find((p) => p.id === piece)?.at;
    void table.hand.picked().then(() => {
      if (at !== undefined && table.lit.has(at)) this.#choosing.cell(at, false);
    });
  }
  up = (event: PointerEvent): void => {
    const { carried, boxed } = this.#view;
    this.#view.carried = this.#view.boxed = null;
    this.#held = this.#corner = null;
    const clicked = this.#gestures.up(event.pointerId);
    if (boxed) return event.type === "pointerup" ? this.#choosing.within(boxed.from, boxed.to) : undefined;
    if (carried && event.type === "pointerup") return this.#dropped(event);
    if (!clicked || event.type !== "pointerup") return;
    const { table } = this.#laid;
    if (event.pointerType === "mouse" && table.again(this.#clicks)) return;
    // What is being shown has been seen; the click counts on the board as it now is.
    if (table.story.playing) table.story.finish();
    const { piece, cell } = under(event.target as Element);
    const touch = event.pointerType === "touch";
    if (piece !== undefined) this.#choosing.piece(piece, this.#view.onBoard(local(event)), touch);
    else if (cell !== undefined) this.#choosing.cell(cell, touch);
    else this.#choosing.nothing();
  };
  context = (event: MouseEvent): void => {
    event.preventDefault();
    const { piece, cell } = under(event.target as Element);
    this.#choosing.ask([piece, cell ?? this.#laid.scene.pieces.find((p) => p.id === piece)?.at]);
  };
  wheel = (event: WheelEvent): void => {
    event.preventDefault();
    this.#view.zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)), local(event));
  };
  /** The tap is done; the click that a browser makes of it would fall on what has just appeared under the finger. */
  tapped = (event: TouchEvent): void => {
    if (!(event.target as Element).closest("button")) event.preventDefault();
  };

  #hover(event: PointerEvent): void {
    if (event.pointerType !== "mouse" || this.#gestures.busy) return;
    const { piece, cell } = under(event.target as Element);
    const id = piece ?? cell ?? null;
    if (id === this.#over) return;
    this.#over = id;
    clearTimeout(this.#clock);
    if (id !== null) this.#clock = setTimeout(() => this.#choosing.rest(id), REST);
    else this.#choosing.leave();
  }
  leave = (): void => {
    this.#over = null;
    clearTimeout(this.#clock);
    this.#choosing.leave();
  };
}

/** Where in the frame. */
function local(event: MouseEvent): Point {
  const { left, top } = (event.currentTarget as Element).getBoundingClientRect();
  return { x: event.clientX - left, y: event.clientY - top };
}

/** What lies under the pointer. */
function under(target: Element | null): { piece: string | undefined; cell: string | undefined } {
  return { piece: target?.closest<SVGElement>("[data-piece]")?.dataset.piece, cell: target?.closest<SVGElement>("[data-hit]")?.dataset.hit };
}
