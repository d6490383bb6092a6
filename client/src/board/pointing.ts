import type { Point } from "./camera";
import type { Choosing } from "./choosing";
import { Gestures } from "./gestures";
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
    this.#gestures.down(event.pointerId, local(event));
  };
  move = (event: PointerEvent): void => {
    const frame = event.currentTarget as HTMLElement;
    // Only a real drag is captured: a click must still reach what it points at.
    if (this.#gestures.move(event.pointerId, local(event)) && !frame.hasPointerCapture(event.pointerId)) frame.setPointerCapture(event.pointerId);
    this.#hover(event);
  };
  up = (event: PointerEvent): void => {
    if (!this.#gestures.up(event.pointerId) || event.type !== "pointerup") return;
    if (event.pointerType === "mouse" && this.#laid.table.again(this.#clicks)) return;
    const { piece, cell } = under(event);
    const touch = event.pointerType === "touch";
    if (piece !== undefined) this.#choosing.piece(piece, this.#view.onBoard(local(event)), touch);
    else if (cell !== undefined) this.#choosing.cell(cell, touch);
    else this.#choosing.nothing();
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
    const { piece, cell } = under(event);
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
function under(event: PointerEvent): { piece: string | undefined; cell: string | undefined } {
  const target = event.target as Element;
  return { piece: target.closest<SVGElement>("[data-piece]")?.dataset.piece, cell: target.closest<SVGElement>("[data-hit]")?.dataset.hit };
}
