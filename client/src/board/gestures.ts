import type { Point } from "./camera";

/** More pixels than a hand shakes. */
export const SHAKE = 6;

/** What gestures move. */
export interface Movable {
  pan(dx: number, dy: number): void;
  zoom(factor: number, at: Point): void;
}

/** Fingers and the mouse in the window: one drags, two pinch, and what drags nothing is a click. */
export class Gestures {
  readonly #view: Movable;
  readonly #pointers = new Map<number, Point>();
  #dragged = 0;

  constructor(view: Movable) {
    this.#view = view;
  }

  /** Something is held down. */
  get busy(): boolean {
    return this.#pointers.size > 0;
  }

  down(pointer: number, at: Point): void {
    this.#pointers.set(pointer, at);
    if (this.#pointers.size === 1) this.#dragged = 0;
  }

  /** True when one pointer drags. */
  move(pointer: number, at: Point): boolean {
    const was = this.#pointers.get(pointer);
    if (!was) return false;
    if (this.#pointers.size === 2) {
      this.#pinch(pointer, at);
      return false;
    }
    this.#pointers.set(pointer, at);
    this.#dragged += Math.abs(at.x - was.x) + Math.abs(at.y - was.y);
    if (this.#dragged <= SHAKE) return false;
    this.#view.pan(at.x - was.x, at.y - was.y);
    return true;
  }

  #pinch(pointer: number, at: Point): void {
    const [a, b] = [...this.#pointers.values()];
    this.#pointers.set(pointer, at);
    const [c, d] = [...this.#pointers.values()];
    if (!a || !b || !c || !d) return;
    this.#dragged = Infinity;
    this.#view.zoom(Math.hypot(c.x - d.x, c.y - d.y) / Math.max(1, Math.hypot(a.x - b.x, a.y - b.y)), { x: (c.x + d.x) / 2, y: (c.y + d.y) / 2 });
    this.#view.pan((c.x + d.x - a.x - b.x) / 2, (c.y + d.y - a.y - b.y) / 2);
  }

  /** True when that was a click. */
  up(pointer: number): boolean {
    return this.#pointers.delete(pointer) && this.#dragged <= SHAKE;
  }
}
