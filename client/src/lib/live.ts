import { Refused, type Connection } from "./asking";
import type { Answers, Failed, Update, Welcome } from "./wire";

export interface Hello {
  secret: string | null;
  /** The secret of the person whom an invitation will make. */
  become: string;
  seat: string | null;
  name: string | null;
  /** What this tab has: asked for at every hello, so that a healed connection goes on where it broke. */
  have(): { seen: number; hash: string };
}

export interface Ears {
  welcome(welcome: Welcome): void;
  update(update: Update): void;
  status(status: "connecting" | "live" | "lost", seconds: number): void;
  /** Hello was refused and saying it again will not help. */
  refused(error: Refused): void;
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
  timer: ReturnType<typeof setTimeout>;
}

const PATIENCE = 20_000;
const PING = 25_000;
const FINAL = new Set(["bad-secret", "no-such-match", "no-such-seat", "not-your-seat", "not-allowed"]);

/** One socket that reads as one seat, says hello again after every break and answers each question once. */
export class Live implements Connection {
  #socket: WebSocket | null = null;
  #asked = 0;
  #waiting = new Map<number, Waiting>();
  #closed = false;
  #greeted = false;
  #delay = 1;
  #retry: ReturnType<typeof setTimeout> | null = null;
  #ping: ReturnType<typeof setInterval>;

  constructor(
    private readonly url: string,
    private readonly hello: Hello,
    private readonly ears: Ears,
    private readonly open: (url: string) => WebSocket = (u) => new WebSocket(u),
  ) {
    this.#connect();
    this.#ping = setInterval(() => {
      if (this.#greeted) this.ask("ping").catch(this.#drop);
    }, PING);
    if (typeof window !== "undefined") {
      window.addEventListener("online", this.#hurry);
      window.addEventListener("offline", this.#drop);
    }
  }

  ask<K extends keyof Answers>(kind: K, fields: Record<string, unknown> = {}): Promise<Answers[K]> {
    if (!this.#greeted || !this.#socket) return Promise.reject(new Refused("offline", "Not connected; trying again."));
    return this.#send(kind, fields);
  }

  close(): void {
    this.#closed = true;
    clearInterval(this.#ping);
    if (this.#retry) clearTimeout(this.#retry);
    if (typeof window !== "undefined") {
      window.removeEventListener("online", this.#hurry);
      window.removeEventListener("offline", this.#drop);
    }
    this.#socket?.close();
  }

  /** The line is dead, whatever the socket thinks: closing it in good order could take as long as the network is away. */
  #drop = (): void => {
    const socket = this.#socket;
    if (!socket || this.#closed) return;
    this.#lost();
    socket.close();
  };

  #hurry = (): void => {
    if (this.#closed || this.#greeted || !this.#retry) return;
    clearTimeout(this.#retry);
    this.#delay = 1;
    this.#connect();
  };

  #connect(): void {
    this.#retry = null;
    this.ears.status("connecting", 0);
    const socket = this.open(this.url);
    this.#socket = socket;
    socket.onopen = () => void this.#greet();
    socket.onmessage = (event: MessageEvent<string>) => this.#hear(event.data);
    socket.onclose = () => {
      if (this.#socket === socket) this.#lost();
    };
  }

  async #greet(): Promise<void> {
    const { secret, become, seat, name } = this.hello;
    try {
      const welcome = await this.#send("hello", { secret, become, seat, name, ...this.hello.have() });
      this.#greeted = true;
      this.#delay = 1;
      this.ears.welcome(welcome);
      this.ears.status("live", 0);
    } catch (error) {
      if (error instanceof Refused && FINAL.has(error.code)) {
        this.ears.refused(error);
        this.close();
      } else this.#socket?.close();
    }
  }

  #send<K extends keyof Answers>(kind: K, fields: Record<string, unknown>): Promise<Answers[K]> {
    const socket = this.#socket;
    const ask = (this.#asked += 1);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(ask);
        reject(new Refused("too-slow", "The server has not answered."));
      }, PATIENCE);
      this.#waiting.set(ask, { resolve: resolve as (value: unknown) => void, reject, timer });
      socket?.send(JSON.stringify({ ask, kind, ...fields }));
    });
  }

  #hear(data: string): void {
    const message = JSON.parse(data) as Update | Failed | Answers[keyof Answers];
    if (message.kind === "update") {
      const { seen } = this.hello.have();
      // Something between was missed, which never happens on a healthy socket: say hello again with what this tab has.
      if (seen > 0 && message.from > seen) this.#socket?.close();
      else this.ears.update(message);
      return;
    }
    const waiting = typeof message.re === "number" ? this.#waiting.get(message.re) : undefined;
    if (!waiting || typeof message.re !== "number") return;
    this.#waiting.delete(message.re);
    clearTimeout(waiting.timer);
    if (message.kind === "error") waiting.reject(new Refused(message.error, message.text, message.refusal ?? null, message.line ?? null));
    else waiting.resolve(message);
  }

  #lost(): void {
    this.#greeted = false;
    this.#socket = null;
    for (const waiting of this.#waiting.values()) {
      clearTimeout(waiting.timer);
      waiting.reject(new Refused("offline", "The connection was lost; nothing that was acknowledged is."));
    }
    this.#waiting.clear();
    if (this.#closed) return;
    const wait = this.#delay;
    this.#delay = Math.min(wait * 2, 15);
    this.ears.status("lost", wait);
    this.#retry = setTimeout(() => this.#connect(), wait * 1000);
  }
}

export function liveUrl(match: string): string {
  return `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/matches/${encodeURIComponent(match)}/live`;
}
