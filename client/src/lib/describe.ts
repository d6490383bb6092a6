import { standsOn } from "../board/stacks";
import { listed, nameOf } from "./text";
import type { Scene } from "./types";

export interface Place {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  /** Neighbours that the drawing names. */
  readonly next: readonly string[];
  readonly title: string | null;
}

/** Who is next to whom: what the drawing says, the scene's links, and, for a grid that says nothing, the nearest cells. */
export function neighbours(places: readonly Place[], scene: Pick<Scene, "links">): Map<string, string[]> {
  const out = new Map<string, Set<string>>(places.map((p) => [p.id, new Set(p.next)]));
  for (const link of scene.links) {
    out.get(link.from)?.add(link.to);
    out.get(link.to)?.add(link.from);
  }
  const silent = places.filter((p) => out.get(p.id)?.size === 0);
  if (silent.length > 1) {
    for (const a of silent) {
      let nearest = Infinity;
      for (const b of silent) if (a !== b) nearest = Math.min(nearest, Math.hypot(a.x - b.x, a.y - b.y));
      for (const b of silent) if (a !== b && Math.hypot(a.x - b.x, a.y - b.y) < nearest * 1.2) out.get(a.id)?.add(b.id);
    }
  }
  return new Map([...out].map(([id, next]) => [id, [...next].filter((other) => other !== id && out.has(other))]));
}

const COMPASS = ["east", "south-east", "south", "south-west", "west", "north-west", "north", "north-east"];

export function direction(from: Pick<Place, "x" | "y">, to: Pick<Place, "x" | "y">): string {
  const eighth = Math.round(Math.atan2(to.y - from.y, to.x - from.x) / (Math.PI / 4));
  return COMPASS[(eighth + 8) % 8] ?? "";
}

export function placeName(scene: Scene, place: Place): string {
  return scene.names[place.id] ?? place.title ?? place.id;
}

/** One place in words: what it is and who is here. */
export function describe(scene: Scene, place: Place): string {
  const cell = scene.cells.find((c) => c.id === place.id);
  const here = scene.pieces.filter((p) => standsOn(p, place.id)).map((p) => p.alt || p.name || p.id);
  const name = placeName(scene, place);
  const title = !place.title || place.title === name ? name : place.title.startsWith(name) ? place.title : `${name} (${place.title})`;
  const parts = [title];
  if (cell) parts.push(cell.alt || cell.marks.map((m) => nameOf(scene, m)).join(", "));
  parts.push(here.length > 0 ? `Here: ${listed(here)}` : "Nobody here");
  return `${parts.join(". ")}.`;
}

/** The place to go to from here in a direction of the arrow keys: the nearest one within that quarter. */
export function towards<P extends Pick<Place, "x" | "y">>(from: Pick<Place, "x" | "y">, others: readonly P[], dx: number, dy: number): P | null {
  let best: P | null = null;
  let least = Infinity;
  for (const other of others) {
    const x = other.x - from.x;
    const y = other.y - from.y;
    const ahead = x * dx + y * dy;
    const aside = Math.abs(x * dy) + Math.abs(y * dx);
    if (ahead <= 0 || aside > ahead * 1.8) continue;
    const cost = ahead + aside * 2;
    if (cost < least) {
      least = cost;
      best = other;
    }
  }
  return best;
}
