import { applyFact, subjects } from "./facts";
import type { Piece, Scene } from "./types";
import type { LogLine } from "./wire";

/** One picture of what is being watched. */
export interface Frame {
  scene: Scene;
  /** The line that it shows. */
  line: LogLine;
  /** Pieces and places that act. */
  lit: string[];
  /** How many lines of the log are out by now. */
  lines: number;
  ms: number;
  /** The last frame of its line: where stepping stops. */
  stop: boolean;
  /** A phase in which nothing happens: it is told in passing. */
  passing: boolean;
}

const STEP = 170;
const OWN = 240;
/** What everybody needs to find a line, and then for each letter of it. */
const FIND = 450;
const LETTER = 18;
const LONGEST = 1900;
/** Dice are looked at, whoever rolled them. */
const DICE = 1100;
/** A long phase is played quicker, but never too quick to follow. */
const PATIENCE = 24_000;
const LEAST = 420;

/** Whether a line tells that a phase begins. */
export function isPhase(line: LogLine | undefined): boolean {
  return line?.facts.some(([kind]) => kind === "phase") ?? false;
}

/**
 * Whose act the line tells, if anybody's: where an act ends a phase, the rules go on from there by themselves.
 */
export function actor(lines: readonly LogLine[], i: number): string | null {
  const line = lines[i];
  for (let k = i; line && lines[k]?.n === line.n; k--) if (isPhase(lines[k])) return null;
  return line?.who ?? null;
}

/** A line with weight: a phase begins, a number of the whole game changes, somebody is gone, is marked by a sign that counts. */
export function isMoment(line: LogLine, scene: Pick<Scene, "bar">, signs: ReadonlySet<string> = new Set()): boolean {
  return isPhase(line) || line.facts.some(([kind, id = "", mark = ""]) => kind === "removed" || (kind === "counted" && scene.bar.some((b) => b.id === id)) || (kind === "marked" && signs.has(mark)));
}

/** A fight as it is shown so far: its lines from the first that names who is in it to the one that is out. */
export function stageOf(shown: readonly LogLine[]): LogLine[] {
  const breaks = (line: LogLine): boolean => line.facts.some(([kind]) => kind === "moved" || kind === "phase" || kind === "placed");
  const n = shown.at(-1)?.n;
  const out: LogLine[] = [];
  for (const line of [...shown].reverse()) {
    if (line.n !== n || (breaks(line) && line.dice.length === 0)) break;
    out.unshift(line);
  }
  return out.some((line) => line.dice.length > 0) ? out.slice(-5) : [];
}

/** How long a line stands: long enough to be read. */
function pace(line: LogLine, own: boolean): number {
  const read = Math.min(FIND + LETTER * line.text.length, LONGEST);
  if (line.dice.length > 0 || isPhase(line) || line.facts.some((f) => f[0] === "removed")) return Math.max(DICE, read);
  return own || line.facts.length === 0 ? OWN : read;
}

/** What lines of a run do: lay out counters, take them away, each one of its own; or walk on with the same one, or turn it further. */
const RUNS = [["placed", "turned", "marked"], ["removed"], ["moved"], ["turned"]];
const goesOn = (line: LogLine): boolean => runOf(line) >= 2;
const runOf = (line: LogLine): number => (line.dice.length > 0 ? -1 : RUNS.findIndex(([main, ...more]) => line.facts.some(([kind]) => kind === main) && line.facts.every(([kind = ""]) => kind === main || more.includes(kind))));
const walkers = (line: LogLine): string => line.facts.map((fact) => fact[1]).join(" ");
/** Whether two lines are of one run: without dice, under one rule, the same is done again. What goes on ends with its action. */
export function runsOn(line: LogLine | undefined, next: LogLine | undefined): boolean {
  if (!line?.clause || runOf(line) < 0 || !next || runOf(line) !== runOf(next) || line.clause !== next.clause || line.who !== next.who) return false;
  return !goesOn(line) || (line.n === next.n && walkers(line) === walkers(next));
}

/** A run of lines is shown together. */
function together(lines: readonly LogLine[]): LogLine[][] {
  const out: LogLine[][] = [];
  for (const line of lines) {
    if (runsOn(out.at(-1)?.[0], line)) out.at(-1)?.push(line);
    else out.push([line]);
  }
  return out;
}

/** Several lines as the one that is shown for them. */
function asOne(lines: readonly [LogLine, ...LogLine[]]): LogLine {
  const [first, ...more] = lines;
  const text = goesOn(first) ? (more.at(-1)?.text ?? "") : `${first.text}, and ${more.length} more`;
  return more.length === 0 ? first : { ...first, text, facts: lines.flatMap((line) => line.facts) };
}

/**
 * The pictures between two positions, line by line; a piece goes along its way place by place, or with `still` is there at once.
 * The first line is quick where it is the player's own act, and so are lines that change nothing on the board.
 */
export function frames(before: Scene, after: Scene, lines: readonly LogLine[], already: number, mine: string | null, still = false): Frame[] {
  const out: Frame[] = [];
  let scene = before;
  const groups = together(lines);
  const shown = groups.map((group) => asOne(group as [LogLine, ...LogLine[]]));
  let told = already;
  const passing = (i: number): boolean => isPhase(shown[i]) && isPhase(shown[i + 1]);
  const due = shown.map((line, i) => (passing(i) ? OWN : pace(line, i === 0 && line.who !== null && line.who === mine)));
  const hurry = Math.min(1, PATIENCE / due.reduce((sum, ms) => sum + ms, 1));
  shown.forEach((line, i) => {
    told += groups[i]?.length ?? 1;
    const lines = told;
    const lit = subjects(line.facts);
    const pictures: Scene[] = [];
    for (const fact of line.facts) {
      scene = entered(scene, after, fact);
      if (fact[0] === "moved") {
        // At most six stops of a long way are shown, the last one always.
        const places = fact.slice(3);
        const every = still ? places.length : Math.max(1, Math.ceil(places.length / 6));
        places.forEach((place, k) => {
          if ((places.length - 1 - k) % every === 0) pictures.push((scene = applyFact(scene, ["moved", fact[1] ?? "", "", place])));
        });
      } else scene = applyFact(scene, fact);
      if (fact[0] === "turned" && goesOn(line) && !still) pictures.push(scene);
    }
    if (pictures.length === 0) pictures.push(scene);
    else pictures[pictures.length - 1] = scene;
    const rest = Math.max(Math.min(due[i] ?? OWN, LEAST), (due[i] ?? OWN) * hurry);
    pictures.forEach((picture, k) => {
      const stop = k === pictures.length - 1;
      out.push({ scene: picture, line, lit, lines, ms: stop ? rest : STEP, stop, passing: passing(i) });
    });
  });
  return out;
}

/** A piece that comes to the board, or is turned over, looks as it will afterwards from the moment it is told of. */
function entered(scene: Scene, after: Scene, [kind, id]: readonly string[]): Scene {
  if (!["moved", "placed", "shown", "flipped"].includes(kind ?? "")) return scene;
  const will = after.pieces.find((p) => p.id === id);
  const was = scene.pieces.find((p) => p.id === id);
  if (!will || (was && was.at !== "off" && kind !== "shown" && kind !== "flipped")) return scene;
  const piece: Piece = { ...will, at: was?.at ?? "off", cells: [] };
  return { ...scene, pieces: was ? scene.pieces.map((p) => (p === was ? piece : p)) : [...scene.pieces, piece] };
}

/** The table before it was set up: what these lines put on it is not there yet. */
export function beforeSetUp(scene: Scene, lines: readonly LogLine[]): Scene {
  const put = new Set(lines.flatMap((line) => line.facts).filter((fact) => fact[0] === "placed").map((fact) => fact[1]));
  return { ...scene, pieces: scene.pieces.map((p) => (put.has(p.id) ? { ...p, at: "off", cells: [] } : p)) };
}
