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
/** The verb that takes a set-up as it is proposed. */
export const READY = "ready";

export const isNothing = (state: Narrowing): boolean => state.verb === null && state.clicks.length === 0;

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
  /** Its last noun was named before those that stand between: it is offered, and not sent unasked. */
  early?: boolean;
}

/** Is this word a piece? A piece at the end of an action may be pointed at first. */
export type IsPiece = (word: string) => boolean;
/** Is it a place? One at the end may be pointed at first once the verb is chosen. */
export type IsPlace = (word: string) => boolean;
const NO_PIECES: IsPiece = () => false;
/** With more ways than these to the same end, what stands between is asked first. */
const FEW = 4;

/** Actions that a first click on the piece at their end is enough for: to attack it with one weapon or another is then a menu. */
function ending(walks: readonly Walk[], mayEnd: IsPiece): Walk[] {
  const byEnd = new Map<string, Walk[]>();
  for (const walk of walks) {
    const last = walk.action.at(-1) ?? "";
    if (walk.action.length < 3 || !mayEnd(last)) continue;
    const key = `${walk.action[0] ?? ""} ${last}`;
    byEnd.set(key, [...(byEnd.get(key) ?? []), { action: walk.action, used: walk.action.length, early: true }]);
  }
  return [...byEnd.values()].filter((same) => same.length <= FEW).flat();
}

/** Nouns that are the same in every action of that verb need no click: of the one group there is, the name is not asked. */
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
function follow(walks: readonly Walk[], ids: readonly string[], ends: readonly Walk[]): Walk[] {
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
  if (direct.length > 0) return direct;
  const known = new Set(skipped.map((walk) => walk.action));
  return [...ends.filter((walk) => ids.includes(walk.action.at(-1) ?? "") && !known.has(walk.action)), ...skipped];
}

export function narrow(actions: readonly Words[], state: Narrowing, isPiece: IsPiece = NO_PIECES, isPlace: IsPlace = NO_PIECES): Narrowed {
  let walks: Walk[] = actions
    .filter((action) => state.verb === null || action[0] === state.verb)
    .map((action) => ({ action, used: 1 }));
  // Where all actions of the verb are as long as one another, no place at their end is one on the way.
  const alike = state.verb !== null && walks.every((walk) => walk.action.length === walks[0]?.action.length);
  const ends = ending(walks, (word) => isPiece(word) || (alike && isPlace(word)));
  state.clicks.forEach((ids, i) => (walks = follow(walks, ids, i === 0 ? ends : [])));

  const begun = state.clicks.length > 0;
  const complete = begun || state.verb !== null ? walks.filter((w) => w.used === w.action.length).map((w) => w.action) : [];
  const only = walks.length === 1 ? walks[0] : undefined;
  // A verb alone names an action wholly when it is the only one with that verb: its button then carries the whole sentence.
  const named = only !== undefined && ((only.used === only.action.length && !only.early) || (!begun && state.verb !== null));
  const next = new Set<string>();
  const ahead = forced(walks);
  walks.forEach((walk, i) => {
    const word = walk.action[walk.used];
    // Who has named the verb is not led to a word that goes without saying: the man who attacks is no target.
    if (word !== undefined && (state.verb === null || ahead[i]?.used === walk.used)) next.add(word);
  });
  for (const walk of ahead) {
    const word = walk.action[walk.used];
    if (word !== undefined) next.add(word);
  }
  if (!begun) for (const walk of ends) next.add(walk.action.at(-1) ?? "");
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

/** Esc takes one click back, then the verb. Null: nothing left to take back here. */
export function back(state: Narrowing): Narrowing | null {
  if (state.clicks.length > 0) return { verb: state.verb, clicks: state.clicks.slice(0, -1) };
  if (state.verb !== null) return NOTHING;
  return null;
}

/**
 * A click that fits nothing starts anew when it could have been the first one: choosing another piece needs no Esc.
 * Null: the click names nothing on offer.
 */
export function clickOrRestart(actions: readonly Words[], state: Narrowing, ids: readonly string[], isPiece: IsPiece = NO_PIECES, isPlace: IsPlace = NO_PIECES): Narrowing | null {
  for (const base of [state, { verb: state.verb, clicks: [] }, NOTHING]) {
    const tried = click(base, ids);
    if (narrow(actions, tried, isPiece, isPlace).left.length > 0) return tried;
  }
  return null;
}

/**
 * The words to ask about when something is not on offer: what was chosen so far, then the thing, in the place of something of its
 * kind. Null when no offered action has a word of that kind there: then there is nothing sensible to ask.
 */
export function wordsToAsk(
  actions: readonly Words[],
  state: Narrowing,
  ids: readonly string[],
  kindOf: (id: string) => string | null,
): Words | null {
  let best: { count: number; words: Words } | null = null;
  /** Another one of the kind that is named without a click, because all actions have it: a man whose turn it is not. */
  let other: Words | null = null;
  const { left } = narrow(actions, state);
  for (const verb of new Set(left.map((action) => action[0] ?? ""))) {
    const like = left.filter((action) => action[0] === verb);
    const sample = like[0] ?? [];
    // Words that are named or the same in all of them, and then the place of the question.
    let at = 1 + state.clicks.length;
    if (state.clicks.length === 0) while (like.every((a) => a.length > at + 1 && a[at] === sample[at])) at += 1;
    const named = Array.from({ length: at - 1 }, (_, i) => state.clicks[i]?.find((id) => like.some((a) => a[i + 1] === id)) ?? sample[i + 1] ?? "");
    for (const id of ids) {
      const count = like.filter((a) => kindOf(a[at] ?? "") === kindOf(id)).length;
      if (kindOf(id) !== null && count > (best?.count ?? 0)) best = { count, words: [verb, ...named, id] };
    }
    const first = ids[0] ?? "";
    if (state.clicks.length === 0 && at > 1 && kindOf(first) !== null && kindOf(sample[1] ?? "") === kindOf(first)) other ??= [verb, first];
  }
  if (other && best?.words.at(-1) !== ids[0]) return other;
  return best?.words ?? null;
}
