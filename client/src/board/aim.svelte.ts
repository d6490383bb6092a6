import { describe, towards, type Place } from "../lib/describe";
import { nameOf } from "../lib/text";
import type { Size } from "./camera";
import type { Laid } from "./laid";
import type { Layout } from "./layout.svelte";
import type { View } from "./view.svelte";

const ARROWS: Readonly<Record<string, readonly [number, number]>> = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
const ZOOM: Readonly<Record<string, number>> = { "+": 1.4, "=": 1.4, "-": 1 / 1.4 };
/** Pixels that the board moves with one press. */
const STRIDE = 60;

/** The board by keys. It is one stop; arrows go from one thing that may be chosen to the next. */
export class Aim {
  /** The target that the keys have reached. */
  at = $state<string | null>(null);
  readonly #laid: Laid;
  readonly #view: View;
  readonly #layout: Layout;

  constructor(laid: Laid, view: View, layout: Layout) {
    this.#laid = laid;
    this.#view = view;
    this.#layout = layout;
  }

  targets: (Place & Size)[] = $derived.by(() => {
    const { table, drawing } = this.#laid;
    const side = this.#layout.size;
    return [...table.lit].flatMap((id): (Place & Size)[] => {
      const spot = drawing?.spots.get(id);
      if (spot) return [spot];
      const piece = this.#layout.piece(id);
      return piece ? [{ id, x: piece.x, y: piece.y, width: side, height: side, next: [], title: piece.piece.alt }] : [];
    });
  });
  target = $derived.by(() => this.targets.find((t) => t.id === this.at) ?? null);
  /** The target in words. */
  text = $derived.by(() => {
    const { scene, drawing } = this.#laid;
    if (!this.target) return "";
    const spot = drawing?.spots.get(this.target.id);
    return spot ? describe(scene, spot) : (this.target.title ?? nameOf(scene, this.target.id));
  });

  key = (event: KeyboardEvent): void => {
    if (this.#does(event.key, event.shiftKey)) event.preventDefault();
  };

  /** True when the key means something here. */
  #does(key: string, shift: boolean): boolean {
    const arrow = ARROWS[key];
    const factor = ZOOM[key];
    if (arrow && shift) this.#view.pan(-arrow[0] * STRIDE, -arrow[1] * STRIDE);
    else if (arrow) this.#go(arrow);
    else if ((key === "Enter" || key === " ") && this.target) this.#choose(this.target.id);
    else if (factor !== undefined) this.#view.nearer(factor);
    else if (key === "0") this.#view.whole();
    else return false;
    return true;
  }

  #go([dx, dy]: readonly [number, number]): void {
    const others = this.targets.filter((t) => t.id !== this.at);
    const next = this.target ? towards(this.target, others, dx, dy) : (this.targets[0] ?? null);
    if (!next) return;
    this.at = next.id;
    void this.#laid.table.looking.at(next.id);
    this.#view.show(next);
  }

  #choose(id: string): void {
    const { table, scene } = this.#laid;
    const at = scene.pieces.find((p) => p.id === id)?.at;
    table.click(at ? [id, at] : [id]);
    this.at = null;
  }
}
