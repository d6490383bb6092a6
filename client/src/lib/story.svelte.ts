import { joined } from "./asking";
import { beforeSetUp, frames, isPhase, runsOn, type Frame } from "./playback";
import { settings, still } from "./settings.svelte";
import type { Table } from "./table.svelte";
import type { Scene } from "./types";
import type { LogLine, Past, Update } from "./wire";

/** What is being shown, and the update that follows from it. */
interface Show {
  frames: Frame[];
  at: number;
  /** All lines of the log once it is over. */
  log: LogLine[];
  then: Update | null;
}

/** What has happened, shown line by line before the table goes on; and the board as it was. */
export class Story {
  #table: Table;
  playing = $state.raw<Show | null>(null);
  #waiting: Update[] = [];
  paused = $state(false);
  #held = false;
  /** What has happened since this browser last looked. */
  since = $state.raw<{ n: number; lines: LogLine[]; setUp: boolean } | null>(null);
  /** How far this browser has seen the match before. */
  lastSeen: number | null = null;
  #clock: ReturnType<typeof setTimeout> | null = null;
  past = $state.raw<(Past & { scene: Scene }) | null>(null);
  #pastAsked = 0;
  #shown = $derived(this.playing?.frames[this.playing.at] ?? null);
  /** What is being shown; nothing while a board as it was is looked at, and the story waits. */
  frame = $derived(this.past ? null : this.#shown);
  /** The picture on the table. */
  picture = $derived.by(() => this.past?.scene ?? this.frame?.scene ?? this.#table.scene);
  /** The phase that is being shown: the newest one that a line has told of. */
  phase = $derived.by(() => (this.playing ? ([...this.lines].reverse().find(isPhase)?.text ?? "") : ""));
  /** The lines of the log that are out. */
  lines = $derived.by(() => (this.playing && this.#shown ? this.playing.log.slice(0, this.#shown.lines) : this.#table.log));

  constructor(table: Table) {
    this.#table = table;
  }

  /** What has come from the server: after what is being shown. */
  tell(u: Update): void {
    if (this.playing) this.#waiting.push(u);
    else this.#take(u);
  }

  /** What happened is played first; only then come the next question, the next picture and the result. */
  #take(u: Update): void {
    const before = this.#table.scene;
    const fresh = this.#table.n === 0 || before === null;
    const forward = u.n > u.from && u.log !== undefined && u.log.earlier === undefined && u.log.keep >= this.#table.log.length + this.#table.earlier.log;
    const lines = u.log?.lines ?? [];
    const quiet = lines.every((line) => line.facts.length === 0 && line.who === this.#table.seat);
    if (fresh || !forward || quiet || settings.pace === "skip" || !before) return this.#table.settle(u, fresh);
    const after = u.scene ? { ...before, ...u.scene } : before;
    const from = { ...before, names: { ...before.names, ...u.names } };
    const paused = settings.pace === "step" && (lines.length > 1 || lines[0]?.who !== this.#table.seat);
    this.#show({ frames: frames(from, after, lines, this.#table.log.length, this.#table.seat, still()), at: 0, log: joined(this.#table.log, { keep: this.#table.log.length, lines }), then: u }, paused);
  }

  #show(show: Show, paused: boolean): void {
    this.playing = show;
    this.paused = paused;
    this.#tick();
  }

  #tick(): void {
    if (this.#clock) clearTimeout(this.#clock);
    const frame = this.frame;
    if (!frame || this.#held || (this.paused && frame.stop)) return;
    this.#clock = setTimeout(() => this.step(), frame.ms);
  }

  /** The next picture; after the last one the server's own, and then what has come meanwhile. */
  step(): void {
    if (!this.playing) return;
    const { frames, at, then } = this.playing;
    if (at + 1 < frames.length) {
      this.playing = { ...this.playing, at: at + 1 };
      return this.#tick();
    }
    const paused = this.paused;
    this.playing = null;
    if (then) this.#table.settle(then);
    while (!this.playing && this.#waiting.length > 0) this.#take(this.#nextStory());
    this.paused = this.playing !== null && (paused || this.paused);
  }

  /** The next update that waits; where one carries on the run of lines that the one before it ended with, they are one story. */
  #nextStory(): Update {
    let story = this.#waiting.shift() as Update;
    for (let next = this.#waiting[0]; next?.log && story.log && next.log.earlier === undefined && next.log.keep === story.log.keep + story.log.lines.length && runsOn(story.log.lines.at(-1), next.log.lines[0]); next = this.#waiting[0]) {
      const log = { ...story.log, lines: [...story.log.lines, ...next.log.lines] };
      story = { ...story, ...next, from: story.from, log, names: { ...story.names, ...next.names } };
      this.#waiting.shift();
    }
    return story;
  }

  /** Nothing goes on behind something that lies over the table. */
  hold(held: boolean): void {
    this.#held = held;
    this.#tick();
  }

  setPaused(paused: boolean): void {
    this.paused = paused;
    this.#tick();
  }

  /** Everything that waits to be shown has been shown. */
  finish(): void {
    if (this.#clock) clearTimeout(this.#clock);
    this.#clock = null;
    const then = this.playing?.then;
    this.playing = null;
    this.paused = false;
    for (const u of [...(then ? [then] : []), ...this.#waiting.splice(0)]) this.#table.settle(u);
  }

  /** Who comes back is offered what happened meanwhile; who sits down at a new table, how it was set up. */
  missed(): void {
    const setUp = this.lastSeen === null;
    const lines = this.#table.log.filter((line) => line.n > (this.lastSeen ?? -1));
    const news = setUp ? lines.every((line) => line.who === null) && lines.some((line) => line.facts.some((f) => f[0] === "placed")) : lines.some((line) => line.who !== this.#table.seat);
    this.since = news && lines.length > 0 ? { n: this.lastSeen ?? 0, lines, setUp } : null;
  }

  async watchSince(): Promise<void> {
    const { since } = this;
    const { scene } = this.#table;
    this.since = null;
    if (!since || !scene) return;
    const past = since.setUp ? null : await this.#table.do("at", { n: since.n });
    const before = past ? { ...scene, ...past.scene } : beforeSetUp(scene, since.lines);
    const shown = this.#table.log.length - since.lines.length;
    if (!this.playing) this.#show({ frames: frames(before, scene, since.lines, shown, null, still()), at: 0, log: this.#table.log, then: null }, settings.pace === "step");
  }

  async showPast(n: number, seat?: string | null): Promise<void> {
    const asked = (this.#pastAsked += 1);
    const answer = await this.#table.do("at", seat === undefined ? { n } : { n, seat });
    // Another moment was asked for since, or the reader has come back.
    if (answer && this.#table.scene && asked === this.#pastAsked) {
      this.past = { ...answer, scene: { ...this.#table.scene, ...answer.scene, names: { ...this.#table.scene.names, ...answer.names } } };
      this.#tick();
    }
  }

  /** Back to now, and to the story where it was left. */
  present(): void {
    this.#pastAsked += 1;
    this.past = null;
    this.#tick();
  }
}
