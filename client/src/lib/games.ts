/** Matches that this browser has a seat in, and their secrets. Nothing of this leaves the browser but the secret, to its own match. */
export interface Kept {
  id: string;
  title: string;
  scenario: string;
  secret: string;
  seats: string[];
  links: Record<string, string | null>;
  opened: string;
  /** A lesson that is over is not to be taken up again. */
  done?: boolean;
}

const KEY = "sandtable.matches";

export function kept(): Kept[] {
  try {
    const list = JSON.parse(localStorage.getItem(KEY) ?? "[]") as Kept[];
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

export function keptMatch(id: string): Kept | undefined {
  return kept().find((k) => k.id === id);
}

/** True when the browser really keeps it. */
export function keep(match: Kept): boolean {
  try {
    const others = kept().filter((k) => k.id !== match.id);
    localStorage.setItem(KEY, JSON.stringify([match, ...others].slice(0, 200)));
    return true;
  } catch {
    return false;
  }
}

export function forget(id: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept().filter((k) => k.id !== id)));
  } catch {
    // Nothing was kept.
  }
}

/** A secret of one's own, made here and kept before it is sent: an answer that gets lost loses no seat. */
export function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").slice(0, 22);
}

export function seatLink(match: string, secret: string): string {
  return `${location.origin}/t/${match}#${secret}`;
}

const SEEN = "sandtable.seen";

/** How far this browser has seen each table, by match and seat. */
function seenTables(): Record<string, number> {
  try {
    return JSON.parse(localStorage.getItem(SEEN) ?? "{}") as Record<string, number>;
  } catch {
    return {};
  }
}
export function lastSeen(match: string, seat: string | null): number | null {
  return seenTables()[`${match} ${seat ?? ""}`] ?? null;
}
export function markSeen(match: string, seat: string | null, n: number): void {
  try {
    const { [`${match} ${seat ?? ""}`]: _, ...others } = seenTables();
    localStorage.setItem(SEEN, JSON.stringify(Object.fromEntries([...Object.entries(others), [`${match} ${seat ?? ""}`, n]].slice(-200))));
  } catch {
    // A browser that keeps nothing still plays.
  }
}
