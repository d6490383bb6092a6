import type { Point } from "./camera";
import type { Laid } from "./laid";
import type { Layout } from "./layout.svelte";
import { nearest } from "./stacks";

/** What clicking and pointing at the board mean. */
export class Choosing {
  readonly #laid: Laid;
  readonly #layout: Layout;

  constructor(laid: Laid, layout: Layout) {
    this.#laid = laid;
    this.#layout = layout;
  }

  /** A click on a piece, at a point of the board. A stack is fanned out by it, and the only one on offer is chosen wherever one clicks. */
  piece(id: string, point: Point, touch: boolean): void {
    const { table, scene, drawing } = this.#laid;
    const piece = scene.pieces.find((p) => p.id === id);
    const at = nearest(piece?.cells ?? [], drawing?.spots ?? new Map(), point) ?? piece?.at ?? "";
    // A fanned stack lies over the places beside it: where nothing can be done with its piece, the place below is meant.
    const below = at === this.#layout.fanned ? nearest([...(drawing?.spots.keys() ?? [])], drawing?.spots ?? new Map(), point) : undefined;
    if (below !== undefined && below !== at && table.lit.has(below) && !table.lit.has(id) && !table.chosen.has(id)) return this.cell(below, touch);
    const stack = this.#layout.stacks.get(at) ?? [];
    void table.looking.at(id, at);
    let opens = false;
    // Whoever has somebody in hand that may go there means the place, however many stand on it.
    const going = table.hand.picks.length > 0 && table.at(id).length === 0 && table.at(at).length > 0 && !stack.some((p) => table.chosen.has(p.id));
    if (at !== this.#layout.fanned && stack.length > 1 && !going) {
      const offered = stack.filter((p) => table.lit.has(p.id));
      opens = offered.length > 1;
      if (offered.length !== 1 || !table.lit.has(id)) this.#layout.fanned = at;
      if (offered.length === 1 && offered[0] && !table.chosen.has(id)) id = offered[0].id;
    }
    table.click(this.#under(id, at), touch, opens);
  }
  /** A piece and its place, what is on offer first: a click on somebody who is not means the place where they stand. */
  #under(id: string, at: string): string[] {
    const { table } = this.#laid;
    return table.lit.has(id) || table.chosen.has(id) || !table.lit.has(at) ? [id, at] : [at, id];
  }

  /** A click on a place: the place where it is on offer, or the only piece there that is. */
  cell(id: string, touch: boolean): void {
    const { table } = this.#laid;
    const stack = this.#layout.stacks.get(id) ?? [];
    this.#layout.fanned = stack.length > 1 ? id : null;
    void table.looking.at(id);
    const here = stack.map((p) => p.id).filter((p) => table.lit.has(p));
    // Several who stand here may be chosen: they are shown, and nothing is done behind them.
    if (here.length > 1 && table.hand.picks.length === 0 && table.narrowing.verb === null) return;
    table.click(table.lit.has(id) ? [id] : here.length === 1 ? [here[0] ?? "", id] : [id], touch);
  }

  /** The other button asks what may be done there. */
  ask(ids: readonly (string | undefined)[]): void {
    const { table } = this.#laid;
    if (table.story.playing && !table.story.past) table.story.finish();
    const [first, ...below] = ids.filter((id) => id !== undefined && table.at(id).length > 0) as string[];
    if (first !== undefined) table.ask(first, ...below);
  }

  /** A box was drawn about pieces: they are picked. */
  within(from: Point, to: Point): void {
    const between = (one: number, a: number, b: number): boolean => one >= Math.min(a, b) && one <= Math.max(a, b);
    const inside = this.#layout.standing.filter(({ x, y }) => between(x, from.x, to.x) && between(y, from.y, to.y));
    void this.#laid.table.hand.pickWithin(new Set(inside.map(({ piece }) => piece.id)));
  }

  /** A click beside everything. */
  nothing(): void {
    this.#layout.fanned = null;
    this.#laid.table.menu = null;
  }

  /** The pointer has come to rest: tell about the place, and what an action there would bring, or why there is none. */
  rest(id: string): void {
    const { table, scene } = this.#laid;
    const place = scene.pieces.find((p) => p.id === id)?.at;
    void table.looking.at(id, place);
    if (!table.open) return;
    const meant = table.meant(this.#under(id, place ?? "")) ?? id;
    const here = table.at(meant);
    const ending = here.length > 0 ? here : table.left.filter((o) => o.words.at(-1) === meant && o.words.length > 1);
    void table.looking.towards(ending);
    if (ending.length === 0 && !table.lit.has(meant)) void table.looking.whyNot([meant]);
    else table.looking.refusal = null;
  }
  /** Nothing is pointed at any more, and nothing is told of. */
  leave(): void {
    const { table } = this.#laid;
    void table.looking.towards([]);
    void table.looking.at(null);
  }
}
