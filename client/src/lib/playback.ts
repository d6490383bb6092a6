import { applyFact, subjects } from "./facts";
import type { Scene } from "./types";
import type { LogLine } from "./wire";

/** One picture of a phase that is being watched. */
export interface Frame {
  scene: Scene;
  /** Pieces and places that act. */
  lit: string[];
  /** How many lines of the log are out by now. */
  lines: number;
  ms: number;
  /** The last frame of its line: where stepping stops. */
  stop: boolean;
}

const STEP = 170;
const READ = 750;
const OWN = 240;
/** A long phase is played quicker, but never too quick to follow. */
const PATIENCE = 9000;
const LEAST = 280;

/**
 * The pictures between two positions, line by line; a piece goes along its way place by place. The first line is quick where it is
 * the player's own act, and so are lines that change nothing on the board; what follows from it is shown at a pace to be read.
 */
export function frames(before: Scene, lines: readonly LogLine[], already: number, mine: string | null): Frame[] {
  const out: Frame[] = [];
  let scene = before;
  const acts = lines.filter((line) => line.facts.length > 0).length;
  const read = Math.max(LEAST, Math.min(READ, PATIENCE / Math.max(acts, 1)));
  lines.forEach((line, i) => {
    const lit = subjects(line.facts);
    const pictures: Scene[] = [];
    for (const fact of line.facts) {
      if (fact[0] === "moved") {
        // At most six stops of a long way are shown, the last one always.
        const places = fact.slice(3);
        const every = Math.max(1, Math.ceil(places.length / 6));
        places.forEach((place, k) => {
          if ((places.length - 1 - k) % every === 0) pictures.push((scene = applyFact(scene, ["moved", fact[1] ?? "", "", place])));
        });
      } else scene = applyFact(scene, fact);
    }
    if (pictures.length === 0) pictures.push(scene);
    else pictures[pictures.length - 1] = scene;
    const own = i === 0 && line.who !== null && line.who === mine;
    const rest = own || line.facts.length === 0 ? OWN : read;
    pictures.forEach((picture, k) => {
      const stop = k === pictures.length - 1;
      out.push({ scene: picture, lit, lines: already + i + 1, ms: stop ? rest : STEP, stop });
    });
  });
  return out;
}
