import { keep } from "./games";
import * as rest from "./rest";
import { settings } from "./settings.svelte";
import type { Created } from "./wire";

/** Keep a match that was made, and tell where its table is. */
export function entered(created: Created): string {
  const { match, secret, links } = created;
  const stored = keep({ id: match.id, title: match.title, scenario: match.scenario.title, secret, seats: [], links, opened: new Date().toISOString() });
  return `/t/${match.id}${stored ? "" : `#${secret}`}`;
}

/** Make a match and tell where its table is. */
export async function begin(body: Record<string, unknown>, secret: string | null = null): Promise<string> {
  return entered(await rest.create({ ...body, name: settings.name || null }, secret));
}
