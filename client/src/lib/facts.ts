import type { Fact, Piece, Scene } from "./types";

/**
 * What a fact changes in the picture, so that a phase can be watched act by act. The server's scene always has the last word:
 * when the acts have been shown, it replaces the picture. A piece of several cells goes as a counter of one meanwhile: which cells
 * it will cover is the game's to say.
 */
export function applyFact(scene: Scene, fact: Fact): Scene {
  const [kind, id = "", ...rest] = fact;
  switch (kind) {
    case "moved":
      return piece(scene, id, (p) => ({ ...p, at: rest[rest.length - 1] ?? p.at, cells: [] }));
    case "placed":
      return piece(scene, id, (p) => ({ ...p, at: rest[0] ?? p.at, cells: [] }));
    case "removed":
      return piece(scene, id, (p) => ({ ...p, at: "off", cells: [] }));
    case "turned":
      return piece(scene, id, (p) => ({ ...p, facing: rest[0] ?? p.facing ?? null, cells: [] }));
    case "marked":
      return mark(scene, id, (marks) => (marks.includes(rest[0] ?? "") ? marks : [...marks, rest[0] ?? ""]));
    case "unmarked":
      return mark(scene, id, (marks) => marks.filter((m) => m !== rest[0]));
    case "counted":
      return counted(scene, id, rest[0] ?? "");
    default:
      return scene;
  }
}

function piece(scene: Scene, id: string, change: (p: Piece) => Piece): Scene {
  return { ...scene, pieces: scene.pieces.map((p) => (p.id === id ? change(p) : p)) };
}

function mark(scene: Scene, id: string, change: (marks: string[]) => string[]): Scene {
  if (scene.pieces.some((p) => p.id === id)) return piece(scene, id, (p) => ({ ...p, marks: change(p.marks) }));
  if (scene.cells.some((c) => c.id === id))
    return { ...scene, cells: scene.cells.map((c) => (c.id === id ? { ...c, marks: change(c.marks) } : c)) };
  if (scene.links.some((l) => l.id === id))
    return { ...scene, links: scene.links.map((l) => (l.id === id ? { ...l, marks: change(l.marks) } : l)) };
  return { ...scene, cells: [...scene.cells, { id, marks: change([]), alt: "" }] };
}

function counted(scene: Scene, id: string, value: string): Scene {
  const number = /^-?\d+$/.test(value) ? Number(value) : value;
  return {
    ...scene,
    bar: scene.bar.map((b) => (b.id === id ? { ...b, value: number } : b)),
    panels: scene.panels.map((p) => (p.id === id && p.kind === "track" ? { ...p, value: number } : p)),
  };
}

/** Places and pieces that a list of facts is about, to be lit while it is shown. */
export function subjects(facts: readonly Fact[]): string[] {
  const ids = new Set<string>();
  for (const [kind, ...words] of facts) {
    if (kind === "phase" || kind === "counted") continue;
    if (kind === "rolled" || kind === "turned" || kind === "flipped" || kind === "marked" || kind === "unmarked") {
      if (words[0]) ids.add(words[0]);
    } else for (const word of words) ids.add(word);
  }
  return [...ids];
}

/** The way of each piece that moved: its places in order. */
export function ways(facts: readonly Fact[]): { piece: string; places: string[] }[] {
  return facts.filter((f) => f[0] === "moved" && f.length > 3).map((f) => ({ piece: f[1] ?? "", places: f.slice(2) }));
}
