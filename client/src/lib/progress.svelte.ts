/** What this browser's person has learned and finished: it decides what is offered first, and leaves the browser never. */
interface Progress {
  lessons: string[];
  /** Games of which at least one match was played to its end. */
  finished: string[];
  /** Seats of matches whose briefing or debrief was read, and matches whose invitation was shown. */
  briefed: string[];
  debriefed: string[];
  invited: string[];
}

const KEY = "sandtable.progress";
const NONE: Progress = { lessons: [], finished: [], briefed: [], debriefed: [], invited: [] };

function load(): Progress {
  try {
    return { ...NONE, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Progress>) };
  } catch {
    return { ...NONE };
  }
}

export const progress: Progress = $state(load());

/** Who is briefed and debriefed at a table: whoever reads it from a seat. */
export const readerAt = (match: string, seat: string | null): string => `${match} ${seat ?? ""}`;

/** Note something once, the newest last; only so many are kept. */
export function note(what: keyof Progress, id: string): void {
  if (progress[what].includes(id)) return;
  progress[what] = [...progress[what], id].slice(-300);
  try {
    localStorage.setItem(KEY, JSON.stringify(progress));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

/** The scenario of "Play now": the gentlest until one match of the game was finished, then the recommended one. */
export function playNow(game: { game: string; gentle: string; scenarios: readonly { id: string }[] }, finished: readonly string[]): string {
  return finished.includes(game.game) ? (game.scenarios[0]?.id ?? game.gentle) : game.gentle;
}

/** The first lesson that is not done; null when all are. */
export function nextLesson<L extends { id: string }>(lessons: readonly L[], done: readonly string[]): L | null {
  return lessons.find((one) => !done.includes(one.id)) ?? null;
}
