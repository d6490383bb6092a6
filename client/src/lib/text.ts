import type { Scene, Words } from "./types";
import type { Odds } from "./wire";

/** Text with ids in braces, `{T1} enters {well}`, cut into plain text and ids with their names. */
export interface Span {
  text: string;
  id: string | null;
}

export function spans(text: string, names: Readonly<Record<string, string>>): Span[] {
  const out: Span[] = [];
  let end = 0;
  for (const match of text.matchAll(/\{([^{}\s]+)\}/g)) {
    if (match.index > end) out.push({ text: text.slice(end, match.index), id: null });
    const id = match[1] ?? "";
    out.push({ text: names[id] ?? id, id });
    end = match.index + match[0].length;
  }
  if (end < text.length) out.push({ text: text.slice(end), id: null });
  return out;
}

export function plain(text: string, names: Readonly<Record<string, string>>): string {
  return spans(text, names)
    .map((span) => span.text)
    .join("");
}

export function nameOf(scene: Pick<Scene, "names">, id: string): string {
  return scene.names[id] ?? id.replaceAll("-", " ");
}

/** An action as one text, to know it again by. */
export function keyOf(words: Words): string {
  return words.join(" ");
}

/** An action as a sentence: the names of its words. "move T1 well" reads "Move: the first, Well". */
export function sentence(scene: Pick<Scene, "names">, action: Words): string {
  const [verb, ...nouns] = action;
  const title = capital(nameOf(scene, verb ?? ""));
  return nouns.length === 0 ? title : `${title}: ${nouns.map((id) => nameOf(scene, id)).join(", ")}`;
}

/** A sentence begins with a capital, but the name of a square stays as it is on the board. */
export function capital(text: string): string {
  if (/^[a-z]{1,2}\d+\b/.test(text)) return text;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Every word of the search must begin a word of the action's ids or names. */
export function matches(scene: Pick<Scene, "names">, action: Words, search: string): boolean {
  const wanted = search.toLowerCase().split(/\s+/).filter(Boolean);
  const have = `${action.join(" ")} ${sentence(scene, action)}`.toLowerCase();
  return wanted.every((word) => have.startsWith(word) || have.includes(` ${word}`) || have.includes(`-${word}`));
}

/** "WDW-611.3" is shown as "§611.3". */
export function shortClause(clause: string): string {
  return `§${clause.replace(/^[A-Z]+-/, "")}`;
}

/** How something else compares with what is advised, by so many of 100 that it did worse in the same tries. */
export function compared(worse: number): string {
  if (worse < -2) return "perhaps better";
  if (worse <= 2) return "about as good";
  return worse <= 10 ? "a little worse" : "clearly worse";
}

/** How games ended that were played on from here. */
export function playedOn(won: number, games: number): string {
  if (games === 1) return won ? "The one game played on from here was won" : "The one game played on from here was not won";
  return `Of ${games} games played on from here, ${won === 0 ? "none" : won === games ? "all" : won} ${won === 1 ? "was" : "were"} won`;
}

export function listed(words: readonly string[]): string {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} and ${words[words.length - 1] ?? ""}`;
}

/** What is told of a thing under its title: a first line that begins with the title is the title, and nothing is said twice. */
export function headed(title: string, lines: readonly string[]): { title: string; lines: string[] } {
  const [first, ...rest] = lines;
  return first?.toLowerCase().startsWith(title.toLowerCase()) ? { title: first, lines: rest } : { title, lines: [...lines] };
}

/** A chance as people say it; what can happen is never nought. */
export function percent(probability: number): string {
  return `${probability > 0 && probability < 0.01 ? "<1" : Math.round(probability * 100)} %`;
}

/** The same of what may come of an action; what was drawn instead of counted is about. */
export function chance(line: Odds): string {
  return `${line.about ? "about " : ""}${percent(line.probability)}`;
}
