import type { Words } from "./types";

/**
 * Choosing an offered action word by word.
 *
 * A click names every id under the pointer (a piece and the place it stands on), so it is a list; a button or a key
 * names one. The client never works out what is legal: it only drops offered actions that the clicks rule out.
 */
export interface Narrowing {
  readonly verb: string | null;
  readonly clicks: readonly (readonly string[])[];
}

export const NOTHING: Narrowing = { verb: null, clicks: [] };

export interface Narrowed {
  /** Offered actions that are still possible. */
  readonly left: Words[];
  /** Words that may be clicked next, in the order of the offer. */
  readonly next: string[];
  /** Verbs that are still possible, in the order of the offer. */
  readonly verbs: string[];
  /** Actions whose nouns have all been named. */
  readonly complete: Words[];
  /** The one action to send now, or null. */
  readonly send: Words | null;
}

interface Walk {
  action: Words;
  /** How many of the words are named. 1 is the verb alone. */
  used: number;
}

/** Nouns that are the same in every action of that verb need no click: with one patrol in hand, its name is not asked. */
function forced(walks: readonly Walk[]): Walk[] {
  const byVerb = new Map<string, Walk[]>();
  for (const walk of walks) {
    const same = byVerb.get(walk.action[0] ?? "");
    if (same) same.push(walk);
    else byVerb.set(walk.action[0] ?? "", [walk]);
  }
  return walks.map((walk) => {
    const same = byVerb.get(walk.action[0] ?? "") ?? [];
    if (same.length < 2) return walk;
    let used = walk.used;
    while (used < walk.action.length - 1 && same.every((other) => other.action[used] === walk.action[used])) used += 1;
    return { action: walk.action, used };
  });
}

/** Follow one click: the next noun if it is named, or else the first one after those that are forced. */
function follow(walks: readonly Walk[], ids: readonly string[]): Walk[] {
  const direct: Walk[] = [];
  const skipped: Walk[] = [];
  const ahead = forced(walks);
  walks.forEach((walk, i) => {
    const word = walk.action[walk.used];
    if (word !== undefined && ids.includes(word)) direct.push({ action: walk.action, used: walk.used + 1 });
    const jump = ahead[i]?.used ?? walk.used;
    const later = walk.action[jump];
    if (jump > walk.used && later !== undefined && ids.includes(later)) skipped.push({ action: walk.action, used: jump + 1 });
  });
  // A piece that stands where it may act again is named before the place: what was clicked directly goes first.
  return direct.length > 0 ? direct : skipped;
}

export function narrow(actions: readonly Words[], state: Narrowing): Narrowed {
  let walks: Walk[] = actions
    .filter((action) => state.verb === null || action[0] === state.verb)
    .map((action) => ({ action, used: 1 }));
  for (const ids of state.clicks) walks = follow(walks, ids);

  const begun = state.clicks.length > 0;
  const complete = begun || state.verb !== null ? walks.filter((w) => w.used === w.action.length).map((w) => w.action) : [];
  const only = walks.length === 1 ? walks[0] : undefined;
  // A verb alone names an action wholly when it is the only one with that verb: its button then carries the whole sentence.
  const named = only !== undefined && (only.used === only.action.length || (!begun && state.verb !== null));
  const next = new Set<string>();
  for (const walk of walks) {
    const word = walk.action[walk.used];
    if (word !== undefined) next.add(word);
  }
  for (const walk of forced(walks)) {
    const word = walk.action[walk.used];
    if (word !== undefined) next.add(word);
  }
  return {
    left: walks.map((w) => w.action),
    next: [...next],
    verbs: [...new Set(walks.map((w) => w.action[0] ?? ""))],
    complete,
    send: (begun || state.verb !== null) && named ? only.action : null,
  };
}

export function click(state: Narrowing, ids: readonly string[]): Narrowing {
  return { verb: state.verb, clicks: [...state.clicks, ids] };
}

export function choose(state: Narrowing, verb: string): Narrowing {
  return { verb: state.verb === verb ? null : verb, clicks: state.clicks };
}

/** Esc takes one click back, then the verb. Null: nothing left to take back here (a chain that has begun is undone). */
export function back(state: Narrowing): Narrowing | null {
  if (state.clicks.length > 0) return { verb: state.verb, clicks: state.clicks.slice(0, -1) };
  if (state.verb !== null) return NOTHING;
  return null;
}

/**
 * A click that fits nothing starts anew when it could have been the first one: choosing another piece needs no Esc.
 * Null: the click names nothing on offer.
 */
export function clickOrRestart(actions: readonly Words[], state: Narrowing, ids: readonly string[]): Narrowing | null {
  for (const base of [state, { verb: state.verb, clicks: [] }, NOTHING]) {
    const tried = click(base, ids);
    if (narrow(actions, tried).left.length > 0) return tried;
  }
  return null;
}

/** The words to ask about when a place is not on offer: what was chosen so far, then the place. */
export function wordsToAsk(actions: readonly Words[], state: Narrowing, ids: readonly string[]): Words | null {
  const here = narrow(actions, state);
  const model = here.left.find((action) => action.length > 1) ?? here.left[0];
  const place = ids[0];
  if (!model || place === undefined) return null;
  const verb = state.verb ?? mostCommon(here.left.filter((a) => a.length > 1).map((a) => a[0] ?? ""));
  if (verb === undefined) return null;
  const like = here.left.filter((action) => action[0] === verb);
  const sample = like[0];
  if (!sample) return null;
  const clicked = state.clicks.map((candidates, i) => candidates.find((id) => like.some((a) => a[i + 1] === id)) ?? candidates[0] ?? "");
  if (clicked.length > 0) return [verb, ...clicked, place];
  const common: string[] = [];
  for (let i = 1; i < sample.length - 1 && like.every((a) => a[i] === sample[i]); i += 1) common.push(sample[i] ?? "");
  return [verb, ...common, place];
}

function mostCommon(words: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}
