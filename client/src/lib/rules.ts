import type { LegendItem, ReferenceTable } from "./types";
import type { ClauseText, Rulebook } from "./wire";

/** What is found in a game's rules, tables, words and signs. */
export interface Found {
  clauses: ClauseText[];
  tables: ReferenceTable[];
  terms: [string, string][];
  legend: LegendItem[];
}

/** Every word must be there; of a table whose title has not all of them only the rows that do are left. */
export function find(book: Rulebook, terms: Readonly<Record<string, string>>, legend: readonly LegendItem[], search: string): Found {
  const wanted = search.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (...texts: (string | undefined)[]): boolean => {
    const have = texts.join(" ").toLowerCase();
    return wanted.every((word) => have.includes(word));
  };
  return {
    clauses: book.clauses.filter((c) => has(c.number, c.title, c.text)),
    tables: book.tables.flatMap((t) => {
      if (has(t.title, t.text, t.clause)) return [t];
      const rows = t.rows.filter((row) => has(t.title, ...row));
      return rows.length > 0 ? [{ ...t, rows }] : [];
    }),
    terms: Object.entries(terms).filter(([term, text]) => has(term, text)).sort(([a], [b]) => a.localeCompare(b)),
    legend: legend.filter((item) => has(item.title, item.text)),
  };
}
