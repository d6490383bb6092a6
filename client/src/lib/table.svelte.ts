import { joined, Refused, type Connection } from "./asking";
import { back, choose, click, clickOrRestart, narrow, NOTHING, wordsToAsk, type Narrowed, type Narrowing } from "./narrow";
import { frames, type Frame } from "./playback";
import { settings, still } from "./settings.svelte";
import type { Briefing, Debrief, Goal, OverlayCells, Scene, Standing, Words } from "./types";
import type {
  Answers, ChatLine, Coach, LogLine, Match, Odds, Option, Outcome, Past, Person, Prompt, RedoState, Refusal, Request, SeatState, Turn, UndoState, Update, Welcome, You,
} from "./wire";

/** Something said to the player alone: a refusal, an error, a note of the table's own. */
export interface Notice {
  text: string;
  clause: string | null;
  number: string | null;
  bad: boolean;
}

export interface ShownOverlay {
  name: string;
  title: string;
  about: string | null;
  cells: OverlayCells["cells"];
}

const NO_UNDO: UndoState = { can: false, text: "", clause: null, ask: false };

/** One seat's table: what the server said, what the player is about to choose, and what is being shown. It knows no rule. */
export class Table {
  // What the server said.
  seat = $state<string | null>(null);
  match = $state.raw<Match | null>(null);
  you = $state.raw<You | null>(null);
  n = $state(0);
  hash = "";
  log = $state.raw<LogLine[]>([]);
  chat = $state.raw<ChatLine[]>([]);
  turn = $state.raw<Turn | null>(null);
  prompt = $state.raw<Prompt | null>(null);
  options = $state.raw<Option[]>([]);
  undoState = $state.raw<UndoState>(NO_UNDO);
  redoState = $state.raw<RedoState>(NO_UNDO);
  scene = $state.raw<Scene | null>(null);
  outcome = $state.raw<Outcome | null>(null);
  briefing = $state.raw<Briefing | null>(null);
  goals = $state.raw<Goal[]>([]);
  standing = $state.raw<Standing | null>(null);
  debrief = $state.raw<Debrief | null>(null);
  coach = $state.raw<Coach | null>(null);
  seats = $state.raw<SeatState[]>([]);
  people = $state.raw<Person[]>([]);
  requests = $state.raw<Request[]>([]);
  watching = $state(0);
  hints = $state(false);
  takebacks = $state.raw({ on: false, used: 0 });
  opened = $state<number | null>(null);
  broken = $state.raw<Update["broken"]>(null);
  notes = $state("");
  status = $state<"connecting" | "live" | "lost">("connecting");
  retryIn = $state(0);
  refused = $state.raw<Refused | null>(null);

  /** How many chat lines were on screen. */
  chatRead = $state(0);

  // What the player is about to choose.
  narrowing = $state.raw<Narrowing>(NOTHING);
  armed = $state.raw<Option | null>(null);
  preview = $state.raw<Option | null>(null);
  sending = $state(false);
  notice = $state.raw<Notice | null>(null);
  hinted = $state.raw<Words | null>(null);

  // What is being shown.
  here = $state<string | null>(null);
  /** Places of a goal that is pointed at, or that the coach speaks of. */
  pointed = $state.raw<readonly string[]>([]);
  about = $state.raw<{ id: string; lines: string[] } | null>(null);
  odds = $state.raw<{ key: string; lines: Odds[] | null } | null>(null);
  refusal = $state.raw<{ key: string; refusal: Refusal | null } | null>(null);
  past = $state.raw<(Past & { scene: Scene }) | null>(null);
  #pastAsked = 0;
  /** Ids of the places that the board shows. */
  places: ReadonlySet<string> = new Set();
  overlays = $state.raw<ShownOverlay[]>([]);
  playing = $state.raw<{ frames: Frame[]; at: number } | null>(null);
  paused = $state(false);
  #clock: ReturnType<typeof setTimeout> | null = null;
  #pressedAt = 0;
  #aboutKnown = new Map<string, string[]>();
  #oddsKnown = new Map<string, Odds[] | null>();
  #whyKnown = new Map<string, Refusal | null>();
  connection: Connection | null = null;

  mine = $derived(this.turn?.mine ?? false);
  frame = $derived(this.playing?.frames[this.playing.at] ?? null);
  /** The picture on the table. */
  picture = $derived(this.past?.scene ?? this.frame?.scene ?? this.scene);
  /** The phase that is being shown: the newest one that a line has told of. */
  phase = $derived.by(() => (this.playing ? ([...this.lines].reverse().find((line) => line.facts.some((f) => f[0] === "phase"))?.text ?? "") : ""));
  /** The lines of the log that are out. */
  lines = $derived(this.frame ? this.log.slice(0, this.frame.lines) : this.log);
  /** Somebody else whose decision this is, because it is about a piece that they have claimed. */
  claimant = $derived.by(() => {
    const claims = this.seats.find((s) => s.seat === this.seat)?.claims ?? {};
    const piece = this.mine ? this.prompt?.about.find((id) => claims[id] !== undefined) : undefined;
    if (piece === undefined || claims[piece] === this.you?.person) return null;
    return { piece, person: this.people.find((p) => p.person === claims[piece]) ?? null };
  });
  /** May the player choose now? The host may try to answer for somebody who is not here; the server knows since when. */
  open = $derived(
    !this.past && !this.playing && !this.sending && this.options.length > 0 && this.status === "live" &&
      (this.claimant === null || (this.you?.host === true && this.claimant.person?.here !== true)),
  );
  words = $derived(this.options.map((o) => o.words));
  #pieces = $derived(new Set(this.scene?.pieces.filter((p) => p.at !== "off").map((p) => p.id) ?? []));
  narrowed: Narrowed = $derived(narrow(this.open ? this.words : [], this.narrowing, (id) => this.#pieces.has(id), (id) => this.places.has(id)));
  left: Option[] = $derived.by(() => {
    const keys = new Set(this.narrowed.left.map(keyOf));
    return this.options.filter((o) => keys.has(keyOf(o.words)));
  });
  lit = $derived(new Set(this.open ? this.narrowed.next : []));

  /** What this tab has; one that lacks lines begins anew. */
  have = (): { seen: number; hash: string } => (this.#earlier.log || this.#earlier.chat ? { seen: 0, hash: "" } : { seen: this.n, hash: this.hash });

  /** Lines that came before those that this tab has. */
  #earlier = { log: 0, chat: 0 };

  /** Ask for them page by page, while nothing is being shown that counts lines. */
  async #fill(): Promise<void> {
    for (const what of ["log", "chat"] as const) {
      while (this.#earlier[what] > 0) {
        const before = this.#earlier[what];
        const page = this.playing ? null : ((await this.connection?.ask("earlier", { what, before }).catch(() => undefined)) ?? undefined);
        if (page === undefined) return;
        if (page === null) await new Promise((wait) => setTimeout(wait, 500));
        else if (before === this.#earlier[what] && !this.playing) {
          if ("log" in page) this.log = [...page.log, ...this.log];
          else {
            this.chat = [...page.chat, ...this.chat];
            this.chatRead += page.chat.length;
          }
          this.#earlier[what] = page.first;
        }
      }
    }
  }

  welcome(w: Pick<Welcome, "seat" | "match" | "you">): void {
    this.seat = w.seat;
    this.match = w.match;
    this.you = w.you;
  }

  update(u: Update): void {
    const before = this.scene;
    const shown = this.log.length;
    const fresh = this.n === 0 || before === null;
    const forward = u.n > u.from && u.log !== undefined && u.log.earlier === undefined && u.log.keep >= shown + this.#earlier.log;
    this.n = u.n;
    this.hash = u.hash;
    if (u.log) this.log = joined(this.log, u.log, this.#earlier.log);
    if (u.chat) this.chat = joined(this.chat, u.chat, this.#earlier.chat);
    this.#earlier = { log: u.log?.earlier ?? this.#earlier.log, chat: u.chat?.earlier ?? this.#earlier.chat };
    if (u.log?.earlier || u.chat?.earlier) void this.#fill();
    if (u.turn !== undefined) this.turn = u.turn;
    if (u.prompt !== undefined) this.prompt = u.prompt;
    if (u.options !== undefined) this.options = u.options;
    if (u.undo !== undefined) this.undoState = u.undo;
    if (u.redo !== undefined) this.redoState = u.redo;
    this.#draw(u);
    if (u.outcome !== undefined) this.outcome = u.outcome;
    if (u.briefing !== undefined) this.briefing = u.briefing;
    if (u.goals !== undefined) this.goals = u.goals;
    if (u.standing !== undefined) this.standing = u.standing;
    if (u.debrief !== undefined) this.debrief = u.debrief;
    if (u.coach !== undefined) this.coach = u.coach;
    if (u.seats !== undefined) this.seats = u.seats;
    if (u.people !== undefined) this.people = u.people;
    if (u.requests !== undefined) this.requests = u.requests;
    if (u.watching !== undefined) this.watching = u.watching;
    if (u.hints !== undefined) this.hints = u.hints;
    if (u.takebacks !== undefined) this.takebacks = u.takebacks;
    if (u.opened !== undefined) this.opened = u.opened;
    if (u.broken !== undefined) this.broken = u.broken;
    if (u.notes !== undefined) this.notes = u.notes;

    if (fresh) this.chatRead = this.chat.length;
    const changed = u.options !== undefined || u.scene !== undefined || u.n > u.from;
    if (!changed) return;
    this.narrowing = NOTHING;
    this.armed = null;
    this.preview = null;
    this.hinted = this.mine && this.prompt?.proposed?.length ? this.prompt.proposed : null;
    this.#aboutKnown.clear();
    this.#oddsKnown.clear();
    this.#whyKnown.clear();
    this.odds = null;
    this.refusal = null;
    this.overlays.forEach((o) => void this.#fetchOverlay(o.name, o.title, o.about));
    if (this.here) void this.lookAt(this.here);
    if (before && !fresh && forward && u.log) this.#play(before, u.log.lines, u.log.keep - this.#earlier.log);
    else this.finish();
  }

  /** Names, overlays and legend are told when they change; the picture goes on with those it had. */
  #draw(u: Update): void {
    const picture = u.scene ?? this.scene;
    if (!picture || !(u.scene || u.names || u.overlays || u.legend)) return;
    const had = this.scene;
    this.scene = { ...picture, names: { ...had?.names, ...u.names }, overlays: u.overlays ?? had?.overlays ?? [], legend: u.legend ?? had?.legend ?? [] };
  }

  // Watching what happened

  #play(before: Scene, lines: LogLine[], already: number): void {
    if (settings.pace === "skip" || still() || lines.every((l) => l.facts.length === 0)) return this.finish();
    const more = frames(before, lines, already, this.seat);
    const rest = this.playing ? this.playing.frames.slice(this.playing.at) : [];
    this.playing = { frames: [...rest, ...more], at: 0 };
    this.paused = settings.pace === "step" && (lines.length > 1 || lines[0]?.who !== this.seat);
    this.#tick();
  }

  #tick(): void {
    if (this.#clock) clearTimeout(this.#clock);
    const frame = this.frame;
    if (!frame || (this.paused && frame.stop)) return;
    this.#clock = setTimeout(() => this.step(), frame.ms);
  }

  /** The next picture; after the last one the server's own. */
  step(): void {
    if (!this.playing) return;
    if (this.playing.at + 1 >= this.playing.frames.length) return this.finish();
    this.playing = { frames: this.playing.frames, at: this.playing.at + 1 };
    this.#tick();
  }

  setPaused(paused: boolean): void {
    this.paused = paused;
    this.#tick();
  }

  finish(): void {
    if (this.#clock) clearTimeout(this.#clock);
    this.#clock = null;
    this.playing = null;
    this.paused = false;
  }

  // Choosing

  optionOf(words: Words): Option | undefined {
    const key = keyOf(words);
    return this.options.find((o) => keyOf(o.words) === key);
  }

  /** A click on the board or a panel: every id under the pointer, the nearest first. True when it named something on offer. */
  click(ids: readonly string[], touch = false): boolean {
    if (!this.open) return false;
    // The second tap on the place of an action that waits for it.
    const last = this.armed?.words.at(-1);
    if (this.armed && last !== undefined && ids.includes(last)) {
      void this.send(this.armed);
      return true;
    }
    const next = clickOrRestart(this.words, this.narrowing, ids, (id) => this.#pieces.has(id), (id) => this.places.has(id));
    if (!next) {
      void this.askWhyNot(ids);
      return false;
    }
    this.refusal = null;
    this.#advance(next, touch);
    return true;
  }

  /** A double click is one click: its second half chooses nothing when something came between. */
  again(clicks: number): boolean {
    if (clicks > 1) return this.n !== this.#pressedAt;
    this.#pressedAt = this.n;
    return false;
  }

  chooseVerb(verb: string): void {
    if (!this.open) return;
    let next = choose(this.narrowing, verb);
    if (narrow(this.words, next, (id) => this.#pieces.has(id), (id) => this.places.has(id)).left.length === 0) next = choose(NOTHING, verb);
    this.#advance(next, false);
  }

  chooseWord(word: string): void {
    this.#advance(click(this.narrowing, [word]), false);
  }

  #advance(next: Narrowing, touch: boolean): void {
    this.narrowing = next;
    const { send } = narrow(this.words, next, (id) => this.#pieces.has(id), (id) => this.places.has(id));
    const option = send ? this.optionOf(send) : undefined;
    if (option) void this.#consider(option, touch);
    else this.armed = null;
  }

  /** Send it, or ask once more first: after a tap, or when the setting says so. */
  async #consider(option: Option, touch: boolean): Promise<void> {
    if (this.armed && keyOf(this.armed.words) === keyOf(option.words)) return this.send(option);
    let ask = touch || settings.confirm === "always";
    if (!ask && settings.confirm === "dice") ask = ((await this.#oddsOf(option.words)) ?? []).length > 1;
    if (!ask) return this.send(option);
    this.armed = option;
    void this.lookAhead(option);
  }

  /** From the list: the whole action at once. */
  async pick(option: Option): Promise<void> {
    if (!this.open) return;
    await this.#consider(option, false);
  }

  async send(option: Option): Promise<void> {
    if (!this.connection || this.sending) return;
    this.sending = true;
    this.notice = null;
    try {
      await this.connection.ask("act", { seen: this.n, words: option.words });
    } catch (error) {
      this.#say(error);
    } finally {
      this.sending = false;
      this.narrowing = NOTHING;
      this.armed = null;
    }
  }

  /** Everything chosen so far is let go. */
  cancel(): void {
    this.narrowing = NOTHING;
    this.armed = null;
    this.preview = null;
  }

  /** Esc: one click back, the verb, and then the last link of a chain. False: there was nothing to take back. */
  escape(): boolean {
    if (this.past) {
      this.present();
      return true;
    }
    if (this.playing) {
      this.finish();
      return true;
    }
    if (this.armed && this.narrowing === NOTHING) {
      this.armed = null;
      return true;
    }
    const less = back(this.narrowing);
    if (less) {
      this.narrowing = less;
      this.armed = null;
      return true;
    }
    return false;
  }

  async undo(): Promise<void> {
    if (!this.undoState.can) {
      if (this.undoState.text) this.notice = { text: this.undoState.text, clause: this.undoState.clause ?? null, number: null, bad: true };
      return;
    }
    await this.do("undo", { seen: this.n });
  }

  async redo(): Promise<void> {
    if (this.redoState.can) await this.do("redo", { seen: this.n });
  }

  /** Ask the server something whose answer is its update; a refusal becomes a notice. */
  async do<K extends keyof Answers>(kind: K, fields: Record<string, unknown> = {}): Promise<Answers[K] | null> {
    this.notice = null;
    try {
      return (await this.connection?.ask(kind, fields)) ?? null;
    } catch (error) {
      this.#say(error);
      return null;
    }
  }

  async hint(): Promise<void> {
    const answer = await this.do("hint");
    if (!answer) return;
    this.hinted = answer.words;
    this.notice = { text: `${answer.bot} would: ${answer.text}`, clause: null, number: null, bad: false };
  }

  #say(error: unknown): void {
    if (error instanceof Refused)
      this.notice = { text: error.refusal?.text ?? error.message, clause: error.refusal?.clause ?? null, number: error.refusal?.number ?? null, bad: true };
    else throw error;
  }

  say(text: string, bad = false): void {
    this.notice = { text, clause: null, number: null, bad };
  }

  // Looking

  async lookAt(id: string | null): Promise<void> {
    const before = this.here;
    this.here = id;
    // An overlay follows what is looked at.
    if (id !== null && id !== before)
      for (const o of this.overlays) if (o.about !== null && this.kindOf(o.about) === this.kindOf(id)) void this.#fetchOverlay(o.name, o.title, id);
    if (id === null || !this.connection) return;
    const known = this.#aboutKnown.get(id);
    if (known) {
      this.about = { id, lines: known };
      return;
    }
    try {
      const { lines } = await this.connection.ask("about", { id });
      this.#aboutKnown.set(id, lines);
      if (this.here === id) this.about = { id, lines };
    } catch {
      if (this.here === id) this.about = { id, lines: [] };
    }
  }

  async lookAhead(option: Option | null): Promise<void> {
    this.preview = option;
    if (!option) return;
    const lines = await this.#oddsOf(option.words);
    if (this.preview === option || this.armed === option) this.odds = { key: keyOf(option.words), lines };
  }

  async #oddsOf(words: Words): Promise<Odds[] | null> {
    const key = keyOf(words);
    const known = this.#oddsKnown.get(key);
    if (known !== undefined) return known;
    try {
      const answer = await this.connection?.ask("odds", { words });
      this.#oddsKnown.set(key, answer?.odds ?? null);
      return answer?.odds ?? null;
    } catch {
      return null;
    }
  }

  /** Is it a piece or a place? The board says which places there are. */
  kindOf(id: string): "piece" | "place" | null {
    if (this.scene?.pieces.some((p) => p.id === id)) return "piece";
    return this.places.has(id) ? "place" : null;
  }

  /** Its kind, and whose it is: no question is asked of an enemy in the place of one's own. */
  #sortOf(id: string): string | null {
    const piece = this.scene?.pieces.find((p) => p.id === id);
    return piece ? `piece of ${piece.side}` : this.kindOf(id);
  }

  async askWhyNot(ids: readonly string[]): Promise<void> {
    const words = this.open ? wordsToAsk(this.words, this.narrowing, ids, (id) => this.#sortOf(id)) : null;
    if (!words || !this.connection) return;
    const key = keyOf(words);
    let refusal = this.#whyKnown.get(key);
    if (refusal === undefined) {
      try {
        refusal = (await this.connection.ask("why_not", { words })).refusal;
        this.#whyKnown.set(key, refusal);
      } catch {
        return;
      }
    }
    this.refusal = { key, refusal };
  }

  async showPast(n: number, seat?: string | null): Promise<void> {
    const asked = (this.#pastAsked += 1);
    const answer = await this.do("at", seat === undefined ? { n } : { n, seat });
    // Another moment was asked for since, or the reader has come back.
    if (answer && this.scene && asked === this.#pastAsked) {
      this.finish();
      this.past = { ...answer, scene: { ...this.scene, ...answer.scene, names: { ...this.scene.names, ...answer.names } } };
    }
  }

  present(): void {
    this.#pastAsked += 1;
    this.past = null;
  }

  /** Switch an overlay on for what is looked at, or off. At most two are on. */
  async toggleOverlay(name: string, title: string, about: "piece" | "cell" | "none"): Promise<void> {
    if (this.overlays.some((o) => o.name === name)) {
      this.overlays = this.overlays.filter((o) => o.name !== name);
      return;
    }
    const kind = about === "cell" ? "place" : about;
    const id = kind === "none" ? null : this.#subject(kind);
    if (kind !== "none" && id === null) {
      this.say(`Choose a ${kind} first: “${title}” is shown from there.`);
      return;
    }
    await this.#fetchOverlay(name, title, id);
  }

  /** Switch an overlay on, as the coach wants it. */
  async lay(name: string, about: string | null): Promise<void> {
    if (this.overlays.some((o) => o.name === name && o.about === about)) return;
    await this.#fetchOverlay(name, this.scene?.overlays.find((o) => o.name === name)?.title ?? name, about);
  }

  /** What an overlay is about: what is looked at, was clicked, is decided about or may be chosen, whichever is of that kind. */
  #subject(kind: "piece" | "place"): string | null {
    const likely = [this.here ?? "", ...this.narrowing.clicks.flat(), ...(this.prompt?.about ?? []), ...this.lit];
    return likely.find((id) => this.kindOf(id) === kind) ?? null;
  }

  async #fetchOverlay(name: string, title: string, about: string | null): Promise<void> {
    const answer = await this.do("overlay", { name, ids: about === null ? [] : [about] });
    if (!answer) {
      this.overlays = this.overlays.filter((o) => o.name !== name);
      return;
    }
    const shown = { name, title, about, cells: answer.overlay.cells };
    if (Object.keys(shown.cells).length === 0 && about !== null)
      this.say(`“${title}” shows nothing for ${this.scene?.names[about] ?? about}; point at another.`);
    this.overlays = [...this.overlays.filter((o) => o.name !== name), shown].slice(-2);
  }

  close(): void {
    this.finish();
    this.connection?.close();
  }
}

export function keyOf(words: Words): string {
  return words.join(" ");
}
