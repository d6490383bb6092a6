import { Refused } from "./asking";
import type { Board } from "./types";
import type { Created, GameInfo, Glossary, Match, Mission, Notices, Rulebook } from "./wire";

async function call(path: string, init: RequestInit, secret: string | null): Promise<Response> {
  const headers = new Headers(init.headers);
  if (secret) headers.set("Authorization", `Bearer ${secret}`);
  let response: Response;
  try {
    response = await fetch(path, { ...init, headers });
  } catch {
    throw new Refused("offline", "The server does not answer.");
  }
  if (response.ok) return response;
  let body: { error?: string; text?: string; line?: number } = {};
  try {
    body = (await response.json()) as typeof body;
  } catch {
    // Not one of ours: the status must do.
  }
  throw new Refused(body.error ?? "internal", body.text ?? `The server answered ${response.status}.`, null, body.line ?? null);
}

async function get<T>(path: string, secret: string | null = null): Promise<T> {
  return (await (await call(path, {}, secret)).json()) as T;
}

let listed: Promise<GameInfo[]> | null = null;
/** What can be played: asked for once, since it stays as it is while the page is open. */
export function games(): Promise<GameInfo[]> {
  listed ??= get<GameInfo[]>("/api/games").catch((error: unknown) => {
    listed = null;
    throw error;
  });
  return listed;
}
export const notices = (): Promise<Notices> => get("/api/notices");
export const watchable = (): Promise<Match[]> => get("/api/matches");
export const match = (id: string, secret: string | null = null): Promise<Match> => get(`/api/matches/${encodeURIComponent(id)}`, secret);
export const rules = (game: string): Promise<Rulebook> => get(`/api/rules/${encodeURIComponent(game)}`);

export async function create(body: Record<string, unknown>, secret: string | null = null): Promise<Created> {
  const response = await call("/api/matches", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }, secret);
  return (await response.json()) as Created;
}

export async function file(id: string, what: "record" | "transcript", secret: string | null): Promise<string> {
  return (await call(`/api/matches/${encodeURIComponent(id)}/${what}`, {}, secret)).text();
}

/** What never changes of a board: its drawing, and what goes with it. */
export interface Printed {
  readonly svg: string;
  readonly board: Board;
}

export async function board(id: string): Promise<Printed> {
  const path = `/api/boards/${encodeURIComponent(id)}`;
  const [drawn, data] = await Promise.all([call(`${path}.svg`, {}, null), get<Board>(`${path}.json`)]);
  return { svg: await drawn.text(), board: data };
}

/** Hand a text to the person as a file. */
export function download(name: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** What a mission that somebody wrote is called, its mistakes by line, and its board once it has none. */
export async function mission(game: string, text: string): Promise<Mission> {
  const response = await call(`/api/missions/${encodeURIComponent(game)}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ text }) }, null);
  return (await response.json()) as Mission;
}

/** A mission to begin one's own from. */
export async function exampleMission(game: string): Promise<string> {
  return (await call(`/api/missions/${encodeURIComponent(game)}`, {}, null)).text();
}

export const glossary = (game: string): Promise<Glossary> => get(`/api/glossary/${encodeURIComponent(game)}`);
