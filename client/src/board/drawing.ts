import type { Place } from "../lib/describe";
import type { Board } from "../lib/types";
import type { Edges } from "./stacks";

const SVG = "http://www.w3.org/2000/svg";

/** One place of the board, and where it is clicked. */
export interface Spot extends Place {
  readonly width: number;
  readonly height: number;
  readonly hit: SVGGraphicsElement;
}

/** How sides, kinds and marks are painted: what the board says of them, and the drawing's own symbols, kind-… and mark-… */
export interface Painted extends Required<Pick<Board, "sides" | "symbols" | "forms">> {
  readonly drawn: ReadonlyMap<string, SVGSymbolElement>;
  readonly rootClass: string;
}
export type Form = Required<Board>["forms"][string];

export const NOTHING_PAINTED: Painted = { sides: {}, symbols: {}, forms: {}, drawn: new Map(), rootClass: "" };

export interface Drawing {
  readonly width: number;
  readonly height: number;
  /** Side of a counter in board units, and how large it may be drawn without hiding its neighbours. */
  readonly counter: number;
  readonly largest: number;
  readonly spots: ReadonlyMap<string, Spot>;
  /** What the printed names fill. */
  readonly names: readonly Edges[];
  readonly painted: Painted;
  /** The drawing's own root, which is told the theme and the look. */
  readonly root: SVGSVGElement;
}

/** So much larger than it was drawn a name may be. */
const GROWS = 1.5;
const adopted = new Map<string, CSSStyleSheet>();

/** A `<style>` in the page would be refused by the Content-Security-Policy; a constructed sheet is not. */
function adopt(text: string): void {
  if (adopted.has(text)) return;
  const sheet = new CSSStyleSheet();
  // Letters grow with the distance as far as their neighbours allow, so that they can be read at the first look.
  const legible = text.replace(/font-size: ?([\d.]+)px/g, (_, size: string) => `font-size: clamp(${size}px, var(--legible, 0px), ${Number(size) * GROWS}px)`);
  // Nested, so that a drawing paints itself and nothing else on the page.
  sheet.replaceSync(`.drawn { ${legible} }`);
  adopted.set(text, sheet);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/** Put the drawing of a board into `host`, and a hit area for each of its places into `hits`. */
export function inline(text: string, board: Board, host: SVGGElement, hits: SVGGElement): Drawing {
  const root = parse(text, board.size);
  host.replaceChildren(root);
  const drawn = new Map([...root.querySelectorAll<SVGSymbolElement>("symbol[id]")].map((symbol) => [symbol.id, symbol]));
  for (const element of root.querySelectorAll<SVGElement>("[id]")) {
    // The page has ids of its own; in the drawing they become data.
    if (element.closest("defs, symbol")) continue;
    element.dataset.id = element.id;
    element.removeAttribute("id");
  }
  const spots = new Map<string, Spot>();
  for (const { id, x, y, width, height, outline = "", title = "", next = [] } of board.places) {
    const hit = document.createElementNS(SVG, "path");
    // No transform: patterns go on from one cell to the next.
    hit.setAttribute("d", `M${x} ${y}${outline || `m${-width / 2} ${-height / 2}h${width}v${height}h${-width}z`}`);
    hit.setAttribute("class", "hit");
    hit.dataset.hit = id;
    spots.set(id, { id, x, y, width, height, next, title: title || null, hit });
  }
  hits.replaceChildren(...[...spots.values()].map((spot) => spot.hit));
  const { size: [width, height], counter, sides = {}, symbols = {}, forms = {} } = board;
  const names = board.places.flatMap(({ name }) => (name ? [{ left: name[0], top: name[1], right: name[2], bottom: name[3] }] : []));
  const largest = Math.max(counter, Math.min(counter * 1.5, pitch([...spots.values()]) * 0.95));
  return { width, height, counter, largest, spots, names, painted: { sides, symbols, forms, drawn, rootClass: root.getAttribute("class") ?? "" }, root };
}

/** The drawing without anything that could do something. */
function parse(text: string, [width, height]: readonly [number, number]): SVGSVGElement {
  // Taken out before parsing: even a document that is only parsed is under the page's policy.
  const bare = text.replace(/<style[^>]*>([\s\S]*?)<\/style>/g, (_, style: string) => {
    adopt(style);
    return "";
  });
  const parsed = new DOMParser().parseFromString(bare, "image/svg+xml").documentElement;
  for (const bad of parsed.querySelectorAll("script, foreignObject, iframe")) bad.remove();
  const root = document.createElementNS(SVG, "svg");
  for (const { name, value } of parsed.attributes) if (name === "class" || name.startsWith("data-")) root.setAttribute(name, value);
  root.setAttribute("viewBox", `0 0 ${width} ${height}`);
  root.setAttribute("width", String(width));
  root.setAttribute("height", String(height));
  for (const child of [...parsed.childNodes]) root.append(document.importNode(child, true));
  for (const element of root.querySelectorAll("*"))
    for (const { name } of [...element.attributes]) if (name.startsWith("on") || name === "style") element.removeAttribute(name);
  return root;
}

/** The outline of a cell once more, painted by the group it is in. */
export function copyOf(spot: Spot, group: SVGGElement): void {
  const copy = spot.hit.cloneNode() as SVGElement;
  copy.removeAttribute("id");
  copy.removeAttribute("class");
  delete copy.dataset.hit;
  group.replaceChildren(copy);
}

/** The usual distance from a place to the one nearest to it. */
function pitch(spots: readonly Spot[]): number {
  const nearest = spots.slice(0, 300).map((a) => Math.min(...spots.filter((b) => b !== a).map((b) => Math.hypot(a.x - b.x, a.y - b.y))));
  return nearest.sort((a, b) => a - b)[Math.floor(nearest.length / 2)] ?? 60;
}
