/** Where something was pressed. */
export interface Press {
  clientX: number;
  clientY: number;
}

/** Milliseconds for which the same spot, pressed again, is pressed in haste; and how near in pixels it is the same. */
const BREATH = 1000;
const NEAR = 6;

/** Whether somebody goes on pressing one spot while what it means has changed under the hand. */
export class Haste {
  #last: Press | null = null;
  #since = -Infinity;

  /** Something else has come to the spot. */
  come(now = performance.now()): void {
    this.#since = now;
  }
  /** True where a press is in haste; the breath then begins anew. */
  press(at: Press, now = performance.now()): boolean {
    const same = this.#last !== null && Math.hypot(at.clientX - this.#last.clientX, at.clientY - this.#last.clientY) < NEAR;
    const hasty = same && now - this.#since < BREATH;
    if (hasty) this.#since = now;
    return hasty;
  }
  /** It was pressed there, whatever came of it. */
  pressed({ clientX, clientY }: Press): void {
    this.#last = { clientX, clientY };
  }
}
