import * as rest from "./rest";

/** The terms of art of the game on the table, and the one that is explained now. */
class Glossary {
  terms = $state.raw<Readonly<Record<string, string>>>({});
  shown = $state.raw<{ term: string; at: DOMRect } | null>(null);
  #game = "";
  #pattern = $derived(pattern(Object.keys(this.terms)));

  async open(game: string): Promise<void> {
    if (game === this.#game) return;
    this.#game = game;
    try {
      const { terms } = await rest.glossary(game);
      if (this.#game === game) this.terms = terms;
    } catch {
      this.#game = ""; // asked again at the next table
    }
  }
  cut(text: string): Part[] {
    return this.#pattern ? cut(text, this.#pattern) : [{ text, term: null }];
  }
}

export const glossary = new Glossary();

export interface Part {
  text: string;
  /** The term as the glossary writes it. */
  term: string | null;
}

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Finds whole terms, the longest first, in their plural too. */
export function pattern(terms: readonly string[]): RegExp | null {
  if (terms.length === 0) return null;
  const longest = [...terms].sort((a, b) => b.length - a.length);
  return new RegExp(`(?<![\\p{L}\\p{N}])(${longest.map(escape).join("|")})(?:s|es)?(?![\\p{L}\\p{N}])`, "gu");
}

/** A text in parts; each term is explained where it comes first. */
export function cut(text: string, terms: RegExp): Part[] {
  const out: Part[] = [];
  const told = new Set<string>();
  let end = 0;
  for (const match of text.matchAll(terms)) {
    const term = match[1] ?? "";
    if (told.has(term)) continue;
    told.add(term);
    if (match.index > end) out.push({ text: text.slice(end, match.index), term: null });
    out.push({ text: match[0], term });
    end = match.index + match[0].length;
  }
  if (end < text.length) out.push({ text: text.slice(end), term: null });
  return out;
}
