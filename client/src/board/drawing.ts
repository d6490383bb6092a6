import type { Place } from "../lib/describe";
import type { Edges } from "./stacks";

const SVG = "http://www.w3.org/2000/svg";

/** One cell of the board's drawing. */
export interface Spot extends Place {
  readonly width: number;
  readonly height: number;
  readonly hit: SVGGraphicsElement;
}

export interface Drawing {
  readonly width: number;
  readonly height: number;
  /** Side of a counter in board units, and how large it may be drawn without hiding its neighbours. */
  readonly counter: number;
  readonly largest: number;
  readonly spots: ReadonlyMap<string, Spot>;
  /** What the printed names fill, where the drawing tells it. */
  readonly names: readonly Edges[];
  readonly symbols: Symbols;
  /** The drawing's own root, which is told the theme and the look. */
  readonly root: SVGSVGElement;
}

/** What the drawing brings for pieces and marks: kind-… and mark-… */
export interface Symbols {
  readonly byId: ReadonlyMap<string, SVGSymbolElement>;
  readonly rootClass: string;
}

export const NO_SYMBOLS: Symbols = { byId: new Map(), rootClass: "" };

const adopted = new Map<string, CSSStyleSheet>();

/** A `<style>` in the page would be refused by the Content-Security-Policy; a constructed sheet is not. */
function adopt(text: string): void {
  if (adopted.has(text)) return;
  const sheet = new CSSStyleSheet();
  // Nested, so that a drawing paints itself and nothing else on the page.
  sheet.replaceSync(`.drawn { ${text} }`);
  adopted.set(text, sheet);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/** Put the drawing into `host` and its hit areas into `hits`. Both are in the page: boxes can be measured. */
export function inline(text: string, host: SVGGElement, hits: SVGGElement): Drawing {
  // Taken out before parsing: even a document that is only parsed is under the page's policy.
  const bare = text.replace(/<style[^>]*>([\s\S]*?)<\/style>/g, (_, style: string) => {
    adopt(style);
    return "";
  });
  const parsed = new DOMParser().parseFromString(bare, "image/svg+xml").documentElement;
  host.replaceChildren();
  hits.replaceChildren();
  for (const bad of parsed.querySelectorAll("script, foreignObject, iframe")) bad.remove();
  const [, , width = 1000, height = 1000] = (parsed.getAttribute("viewBox") ?? "").split(/[\s,]+/).map(Number);
  const root = document.createElementNS(SVG, "svg");
  for (const { name, value } of parsed.attributes) if (name === "class" || name.startsWith("data-")) root.setAttribute(name, value);
  root.setAttribute("viewBox", `0 0 ${width} ${height}`);
  root.setAttribute("width", String(width));
  root.setAttribute("height", String(height));
  for (const child of [...parsed.childNodes]) root.append(document.importNode(child, true));
  for (const element of root.querySelectorAll("*"))
    for (const { name } of [...element.attributes]) if (name.startsWith("on") || name === "style") element.removeAttribute(name);
  host.append(root);

  const symbols = new Map<string, SVGSymbolElement>();
  const spots = new Map<string, Spot>();
  const names: Edges[] = [];
  for (const element of root.querySelectorAll<SVGGraphicsElement>("[id]")) {
    if (element instanceof SVGSymbolElement) symbols.set(element.id, element);
    if (element.closest("defs, symbol") || !("getBBox" in element)) continue;
    const id = element.id;
    // The page has ids of its own; in the drawing they become data.
    element.removeAttribute("id");
    element.dataset.id = id;
    const box = element.getBBox();
    if (box.width === 0 || box.height === 0) continue;
    const matrix = element.getCTM();
    const hit = outline(element, box);
    const [left, top, right, bottom] = (element.dataset.name ?? "").split(" ").map(Number);
    if (bottom) names.push({ left: left ?? 0, top: top ?? 0, right: right ?? 0, bottom });
    if (matrix) hit.setAttribute("transform", `matrix(${matrix.a} ${matrix.b} ${matrix.c} ${matrix.d} ${matrix.e} ${matrix.f})`);
    hit.setAttribute("class", "hit");
    hit.dataset.hit = id;
    hits.append(hit);
    const middle = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2).matrixTransform(matrix ?? undefined);
    spots.set(id, {
      id,
      x: Number(element.dataset.x ?? middle.x),
      y: Number(element.dataset.y ?? middle.y),
      width: box.width * (matrix?.a ?? 1),
      height: box.height * (matrix?.d ?? 1),
      next: (element.dataset.next ?? "").split(" ").filter(Boolean),
      title: element.querySelector(":scope > title")?.textContent ?? null,
      hit,
    });
  }
  const sides = [...spots.values()].map((s) => Math.min(s.width, s.height)).sort((a, b) => a - b);
  const usual = sides[Math.floor(sides.length / 2)] ?? 60;
  const counter = Number(parsed.dataset?.counter ?? parsed.getAttribute("data-counter") ?? 0) || usual * 0.62;
  const largest = Math.max(counter, Math.min(counter * 1.5, pitch([...spots.values()]) * 0.95));
  return { width, height, counter, largest, spots, names, symbols: { byId: symbols, rootClass: parsed.getAttribute("class") ?? "" }, root };
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

function outline(element: SVGGraphicsElement, box: DOMRect): SVGGraphicsElement {
  const shapes = ["path", "rect", "circle", "ellipse", "polygon"];
  const source = shapes.includes(element.tagName) ? element : element.querySelector<SVGGraphicsElement>(":scope > .cell, :scope > .outline");
  const hit = document.createElementNS(SVG, source ? source.tagName : "rect") as SVGGraphicsElement;
  if (!source) {
    for (const key of ["x", "y", "width", "height"] as const) hit.setAttribute(key, String(box[key]));
    return hit;
  }
  for (const { name, value } of source.attributes)
    if (["d", "points", "x", "y", "width", "height", "cx", "cy", "r", "rx", "ry"].includes(name)) hit.setAttribute(name, value);
  return hit;
}
