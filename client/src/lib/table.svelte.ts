import { joined, Refused, type Connection } from "./asking";
import { back, choose, click, clickOrRestart, isNothing, narrow, NOTHING, READY, type Narrowed, type Narrowing } from "./narrow";
import { Hand } from "./hand.svelte";
import { Looking } from "./looking.svelte";
import { Overlays } from "./overlays.svelte";
import { isPhase } from "./playback";
import { settings } from "./settings.svelte";
import { Story } from "./story.svelte";
import { keyOf } from "./text";
import type { Briefing, Debrief, Goal, Scene, Standing, Words } from "./types";
import type {
  Advised, Answers, ChatLine, Coach, LogLine, Match, Option, Outcome, Person, Prompt, RedoState, Request, SeatState, Turn, UndoState, Update, Welcome, You,
} from "./wire";

/** Something said to the player alone: a refusal, an error, a note of the table's own. */
export interface Notice {
  text: string;
  clause: string | null;
  number: string | null;
  bad: boolean;
}

/** Something that is done once the player has said so a second time. */
export interface Question {
  text: string;
  yes: () => void;
}

const NO_UNDO: UndoState = { can: false, text: "", clause: null, ask: false };

/** One seat's table: what the server said, what the player is about to choose, and what is being shown. It knows no rule. */
export class Table {
  // What the server said.
  seat = $state<string | null>(null);
  match = $state.raw<Match | null>(null);
  you = $state.raw<You | null>(null);
  n = $state(0);
  /** What has come from the server: further than what is shown, while something plays. */
  #heard = { seen: 0, hash: "" };
  #offered: Option[] = [];
  #proposed: Words = [];
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
  /** Somebody sets the table up by hand. */
  arranging = $state(false);
  /** The chain that was sent last: taken back as it was sent, at once. */
  #sent = { n: -1, count: 1 };
  /** Where several things may be done, and somebody asks which. */
  menu = $state.raw<{ id: string; options: Option[] } | null>(null);
  question = $state.raw<Question | null>(null);
  armed = $state.raw<Option | null>(null);
  sending = $state(false);
  notice = $state.raw<Notice | null>(null);
  hinted = $state.raw<Words | null>(null);
  /** What an opponent would do here, then what else it thought about; kept until it is put away or something is done. */
  advice = $state.raw<readonly Advised[] | null>(null);
  /** The one of them that is looked at. */
  advised = $state.raw<Advised | null>(null);
  /** Whether one is being thought about. */
  advising = $state(false);
  /** How many pieces were picked when it was asked for. */
  #advisedAfter = 0;

  /** Pieces that are picked. */
  readonly hand = new Hand(this);
  /** What has happened, and how much of it is shown. */
  readonly story = new Story(this);
  /** What is looked at, and what is known of it. */
  readonly looking = new Looking(this);
  /** What lies over the board. */
  readonly overlays = new Overlays(this);
  /** Places of a goal that is pointed at, or that the coach speaks of. */
  pointed = $state.raw<readonly string[]>([]);
  /** What the coach speaks of, which is brought into sight. */
  spoken = $state.raw<string | null>(null);
  /** Ids of the places that the board shows. */
  places: ReadonlySet<string> = new Set();
  #pressed: { seen: number; picks: Words[] } = { seen: 0, picks: [] };
  connection: Connection | null = null;

  mine = $derived(this.turn?.mine ?? false);
  /** Somebody else whose decision this is, because it is about a piece that they have claimed. */
  claimant = $derived.by(() => {
    const claims = this.seats.find((s) => s.seat === this.seat)?.claims ?? {};
    const piece = this.mine ? this.prompt?.about.find((id) => claims[id] !== undefined) : undefined;
    if (piece === undefined || claims[piece] === this.you?.person) return null;
    return { piece, person: this.people.find((p) => p.person === claims[piece]) ?? null };
  });
  /** May the player choose now? The host may try to answer for somebody who is not here; the server knows since when. */
  open = $derived(
    !this.story.past && !this.story.playing && !this.sending && this.options.length > 0 && this.status === "live" &&
      this.seats.find((s) => s.seat === this.seat)?.by !== "bot" &&
      (this.claimant === null || (this.you?.host === true && this.claimant.person?.here !== true)),
  );
  /** A set-up that can be taken as it is: nothing else is asked until somebody wants to arrange it. */
  proposal = $derived(this.open && !this.arranging && !this.coach && this.options.some((o) => o.words[0] === READY));
  /** What may be chosen: what is on offer, or would be after what was picked. */
  offer: Option[] = $derived(this.hand.peeked ? [...this.hand.peeked.options, ...this.hand.apart()] : this.options);
  /** What is asked, now or after what was picked. */
  asked: Prompt | null = $derived(this.hand.peeked?.prompt ?? this.prompt);
  words = $derived(this.offer.map((o) => o.words));
  /** Ids of the pieces that stand anywhere. */
  pieces = $derived(new Set(this.scene?.pieces.filter((p) => p.at !== "off").map((p) => p.id) ?? []));
  narrowed: Narrowed = $derived(narrow(this.open ? this.words : [], this.narrowing, (id) => this.pieces.has(id), (id) => this.places.has(id)));
  left: Option[] = $derived.by(() => {
    const keys = new Set(this.narrowed.left.map(keyOf));
    return this.offer.filter((o) => keys.has(keyOf(o.words)));
  });
  lit = $derived.by(() => new Set(!this.open || this.proposal ? [] : isNothing(this.narrowing) ? this.#first() : [...this.narrowed.next, ...this.#armedAt()]));
  /** Ids that are chosen so far. */
  chosen = $derived(new Set([...this.hand.picks.map((words) => words[1] ?? ""), ...this.narrowing.clicks.map((ids) => ids[0] ?? "")]));

  /** What may be clicked before anything is: where a click does something, and whatever can be named first. With one verb
   * on offer that is as if it were pressed; of several, those that a click on the board is not meant for wait for their button. */
  #first(): string[] {
    const placed = this.offer.some((o) => o.at) && this.narrowed.verbs.length > 1;
    const meant = this.offer.flatMap((o) => [...(o.at && (o.likely ?? 0) > 0 ? [o.at] : []), ...(placed && o.words[1] ? [o.words[1]] : [])]);
    const others = this.hand.links.map((o) => o.words[1] ?? "").filter((id) => !this.hand.picks.some((words) => words[1] === id));
    // What is seldom wanted lights nothing beside what is usual.
    const usual = this.offer.filter((o) => !o.aside);
    const seldom = usual.length === 0 ? undefined : new Set(usual.flatMap((o) => o.words));
    // Who acts is no button: what only names him, as the end of his turn does, is pressed where it is written.
    const actor = this.asked?.about.length === 1 && usual.every((o) => !o.words.includes(this.asked?.about[0] ?? "") || (o.words.length === 2 && !o.at)) ? this.asked.about[0] : undefined;
    return [...(placed ? [] : this.narrowed.next.filter((word) => word !== actor && (seldom?.has(word) ?? true))), ...meant, ...others];
  }

  /** Where a click does something while a verb is armed. */
  #armedAt(): string[] {
    const { verb, clicks } = this.narrowing;
    return verb === null || clicks.length > 0 ? [] : this.offer.filter((o) => o.words[0] === verb && o.at && (o.likely ?? 0) > 0).map((o) => o.at ?? "");
  }

  /** What this tab has; one that lacks lines begins anew. */
  have = (): { seen: number; hash: string } => (this.earlier.log || this.earlier.chat ? { seen: 0, hash: "" } : this.#heard);

  /** Lines that came before those that this tab has. */
  earlier = { log: 0, chat: 0 };

  /** Ask for them page by page, while nothing is being shown that counts lines. */
  async #fill(): Promise<void> {
    for (const what of ["log", "chat"] as const) {
      while (this.earlier[what] > 0) {
        const before = this.earlier[what];
        const page = this.story.playing ? null : ((await this.connection?.ask("earlier", { what, before }).catch(() => undefined)) ?? undefined);
        if (page === undefined) return;
        if (page === null) await new Promise((wait) => setTimeout(wait, 500));
        else if (before === this.earlier[what] && !this.story.playing) {
          if ("log" in page) this.log = [...page.log, ...this.log];
          else {
            this.chat = [...page.chat, ...this.chat];
            this.chatRead += page.chat.length;
          }
          this.earlier[what] = page.first;
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
    this.#atOnce(u);
    this.#heard = { seen: u.n, hash: u.hash };
    if (u.options !== undefined) this.#offered = u.options;
    if (u.prompt !== undefined) this.#proposed = u.prompt?.proposed ?? [];
    this.story.tell(u);
  }

  /** What tells nothing of the board is shown at once, whatever is being played. */
  #atOnce(u: Update): void {
    if (u.chat) this.chat = joined(this.chat, u.chat, this.earlier.chat);
    if (u.chat?.earlier !== undefined) this.earlier = { ...this.earlier, chat: u.chat.earlier };
    if (u.seats !== undefined) this.seats = u.seats;
    if (u.people !== undefined) this.people = u.people;
    if (u.requests !== undefined) this.requests = u.requests;
    if (u.watching !== undefined) this.watching = u.watching;
    if (u.hints !== undefined) this.hints = u.hints;
    if (u.takebacks !== undefined) this.takebacks = u.takebacks;
    if (u.opened !== undefined) this.opened = u.opened;
    if (u.broken !== undefined) this.broken = u.broken;
    if (u.notes !== undefined) this.notes = u.notes;
  }

  /** The table as the server has it. */
  settle(u: Update, fresh = false): void {
    this.n = u.n;
    if (u.log) this.log = joined(this.log, u.log, this.earlier.log);
    if (u.log?.earlier !== undefined) this.earlier = { ...this.earlier, log: u.log.earlier };
    if (u.log?.earlier || u.chat?.earlier) void this.#fill();
    if (u.turn !== undefined) this.turn = u.turn;
    if (u.prompt !== undefined) this.prompt = u.prompt;
    if (u.options !== undefined) this.options = u.options;
    this.arranging &&= this.options.some((o) => o.words[0] === READY);
    if (u.undo !== undefined) this.undoState = u.undo;
    if (u.redo !== undefined) this.redoState = u.redo;
    this.#draw(u);
    if (u.outcome !== undefined) this.outcome = u.outcome;
    if (u.briefing !== undefined) this.briefing = u.briefing;
    if (u.goals !== undefined) this.goals = u.goals;
    if (u.standing !== undefined) this.standing = u.standing;
    if (u.debrief !== undefined) this.debrief = u.debrief;
    if (u.coach !== undefined) this.coach = u.coach;
    if (fresh) {
      this.overlays.begin(this.scene);
      this.chatRead = this.chat.length;
      this.story.missed();
    }
    if (u.options === undefined && u.scene === undefined && u.prompt === undefined && u.log === undefined) return;
    this.cancel();
    this.forgetAdvice();
    this.looking.forget();
    this.overlays.forget();
    this.overlays.again();
    if (this.looking.here) void this.looking.at(this.looking.here, this.looking.aboutPlace ? this.scene?.pieces.find((p) => p.id === this.looking.here)?.at : undefined);
  }

  /** Names, overlays and legend are told when they change; the picture goes on with those it had. */
  #draw(u: Update): void {
    const picture = u.scene ?? this.scene;
    if (!picture || !(u.scene || u.names || u.overlays || u.legend)) return;
    const had = this.scene;
    this.scene = { ...picture, names: { ...had?.names, ...u.names }, overlays: u.overlays ?? had?.overlays ?? [], legend: u.legend ?? had?.legend ?? [] };
  }

  // Choosing

  optionOf(words: Words): Option | undefined {
    const key = keyOf(words);
    return this.offer.find((o) => keyOf(o.words) === key);
  }

  /** A click on the board or a panel: every id under the pointer, the nearest first. True when it named something on offer.
   * Whoever only opens a stack by it may pick a piece, and does nothing else. */
  click(ids: readonly string[], touch = false, opens = false): boolean {
    // What is being shown has been seen, and the click counts.
    if (this.story.playing && !this.story.past) this.story.finish();
    if (this.hand.asking) {
      void this.hand.asking.then(() => this.click(ids, touch, opens));
      return true;
    }
    if (this.busy()) return true;
    if (!this.open) return false;
    this.arranging ||= this.proposal;
    // The second tap on the place of an action that waits for it.
    const last = this.armed?.words.at(-1);
    if (this.armed && last !== undefined && ids.includes(last)) {
      void this.send(this.armed);
      return true;
    }
    if (this.#likely(ids, touch, opens)) return true;
    // What is not lit is never done by a click: what may be done there is asked.
    if (isNothing(this.narrowing) && !ids.some((id) => this.lit.has(id) || this.chosen.has(id))) {
      const id = ids.find((one) => this.offer.some((o) => o.words.length > 2 && o.words.at(-1) === one));
      this.menu = id === undefined ? null : { id, options: this.offer.filter((o) => o.words.at(-1) === id) };
      if (id === undefined) void this.#sayWhyNot(ids);
      return id !== undefined;
    }
    const next = clickOrRestart(this.words, this.narrowing, ids, (id) => this.pieces.has(id), (id) => this.places.has(id));
    if (next) {
      this.looking.refusal = null;
      this.#advance(next, touch, opens);
      return true;
    }
    const held = ids.find((id) => this.hand.picks.some((words) => words[1] === id));
    const link = this.hand.links.find((o) => ids.includes(o.words[1] ?? ""));
    if (held !== undefined) void this.hand.drop(held);
    else if (link) void this.hand.pick(link.words);
    else void this.#sayWhyNot(ids);
    return held !== undefined || link !== undefined;
  }

  /** While something is on its way nobody knows yet what a click will mean: it is refused in so many words. */
  busy(): boolean {
    if (this.sending) this.say("What you did last is still on its way. Click again once it is done.");
    return this.sending;
  }

  /** What may be done at a piece or place, the likeliest first. */
  at(id: string): Option[] {
    const { verb, clicks } = this.narrowing;
    if (!this.open || clicks.length > 0) return [];
    return this.offer.filter((o) => o.at === id && (o.likely ?? 0) > 0 && (verb === null || o.words[0] === verb)).sort((a, b) => (a.likely ?? 0) - (b.likely ?? 0));
  }

  /** Where who acts stands, if it is under the pointer with somebody or something: nobody who clicks there sends him in a circle. */
  #ownPlace(ids: readonly string[]): string | undefined {
    const [actor, another] = this.asked?.about ?? [];
    return actor !== undefined && another === undefined && ids.length > 1 ? this.hand.placeOf(["", actor]) : undefined;
  }

  /** Which of the things under a pointer a click is meant for. With a verb in hand a piece that it may be said of is meant itself, and not the place below it. */
  meant(ids: readonly string[]): string | undefined {
    const own = this.#ownPlace(ids);
    return ids.find((one) => (one !== own && this.at(one).length > 0) || (this.narrowing.verb !== null && this.lit.has(one)));
  }

  /** A click does the likeliest of what may be done there; a finger sees first what there is. What gives somebody away or
   * does more than the click says is a row of a menu beside what else may be done there, and be it the only one. */
  #likely(ids: readonly string[], touch: boolean, opens: boolean): boolean {
    const id = this.meant(ids);
    const [first, second] = id === undefined ? [] : this.at(id);
    if (id === undefined || !first) return false;
    this.looking.refusal = null;
    const own = this.#ownPlace(ids);
    const below = ids.filter((one) => one !== id && one !== own && this.at(one).length > 0);
    if (first.asks && (second || below.length > 0 || !this.#askedBefore(touch))) this.ask(id, ...below);
    else if (this.#unsure(id) && !this.#askedBefore(touch)) this.ask(id, ...below);
    // Somebody else may come to where a piece stands that can be picked: nobody knows which of them is meant.
    else if (this.hand.picks.length === 0 && this.hand.mayLink(first) && below.some((one) => this.#comes(this.at(one)[0], one))) this.ask(id, ...below);
    else if (second && touch && !this.hand.mayLink(first)) this.ask(id);
    else void this.#consider(first, touch, opens);
    return true;
  }

  /** Of several ways the likeliest throws dice at an enemy, or serves no goal where another does: nobody who only looks for the ways has taken it. */
  #unsure(id: string): boolean {
    const [first, ...others] = this.at(id);
    const serves = (option: Option | undefined): boolean => option?.signs?.includes("goal") ?? false;
    return others.length > 0 && ((this.pieces.has(id) && first?.signs?.includes("die") === true) || (!serves(first) && others.some(serves)));
  }

  /** Whether an action brings somebody to a place, and is not about who stands there. */
  #comes(option: Option | undefined, place: string): boolean {
    return option !== undefined && !this.hand.mayLink(option) && !this.scene?.pieces.some((p) => p.at === place && option.words.includes(p.id));
  }

  /** A finger is asked by the sheet; who has named the verb, or does what a lesson says, has been asked already. */
  #askedBefore(touch: boolean): boolean {
    return touch || this.coach !== null || this.narrowing.verb !== null;
  }

  /** Ask what may be done there, and with what lies below. */
  ask(id: string, ...below: string[]): boolean {
    const options = [id, ...below].flatMap((one) => this.at(one)).sort((a, b) => (a.likely ?? 0) - (b.likely ?? 0));
    if (options.length === 0) return false;
    this.armed = null;
    this.menu = { id, options };
    void this.looking.towards(options);
    return true;
  }

  /** A double click is one click: its second half chooses nothing when something came between. */
  again(clicks: number): boolean {
    if (clicks > 1) return this.sending || this.hand.asking !== null || this.#heard.seen !== this.#pressed.seen || this.hand.picks !== this.#pressed.picks;
    this.#pressed = { seen: this.#heard.seen, picks: this.hand.picks };
    return false;
  }

  chooseVerb(verb: string): void {
    if (this.story.playing) this.story.finish();
    if (this.busy() || !this.open) return;
    let next = choose(this.narrowing, verb);
    if (narrow(this.words, next, (id) => this.pieces.has(id), (id) => this.places.has(id)).left.length === 0) next = choose(NOTHING, verb);
    this.#advance(next, false);
  }

  chooseWord(word: string): void {
    this.#advance(click(this.narrowing, [word]), false);
  }

  #advance(next: Narrowing, touch: boolean, opens = false): void {
    this.narrowing = next;
    const { send } = narrow(this.words, next, (id) => this.pieces.has(id), (id) => this.places.has(id));
    const option = send ? this.optionOf(send) : undefined;
    const last = next.clicks.at(-1)?.[0];
    // Clicks alone that come to something which asks first.
    if (option?.asks && last !== undefined && !opens && !this.#askedBefore(touch)) this.menu = { id: option.at || last, options: [option] };
    else if (option) void this.#consider(option, touch, opens);
    else this.armed = null;
  }

  /** Pick what can be picked; send anything else, or ask once more first: after a tap, for what cannot be taken back, or when the setting says so. */
  async #consider(option: Option, touch: boolean, opens = false): Promise<void> {
    if (this.armed && keyOf(this.armed.words) === keyOf(option.words)) return this.send(option);
    if (this.hand.mayLink(option) && (await this.hand.pick(option.words))) return;
    if (opens) {
      this.narrowing = NOTHING;
      return;
    }
    // A second tap, on where a chosen piece goes, acts; what may be noticed or rolled for is shown first.
    const shown = touch && (this.hand.picks.length === 0 || (option.signs?.length ?? 0) > 0);
    let ask = shown || option.final === true || settings.confirm === "always";
    if (!ask && (touch || settings.confirm === "dice")) {
      if (touch) this.armed = option; // a second tap does not wait for what may come of it
      ask = ((await this.looking.oddsOf(option.words)) ?? []).length > 1;
      if (touch && this.armed !== option) return; // it was sent meanwhile, or let go
    }
    if (!ask) return this.send(option);
    this.menu = null;
    this.armed = option;
    void this.looking.toward(option);
  }

  /** Bring all that can come to where the piece in hand stands, one after the other, until there is no room for more. */
  async gather(): Promise<void> {
    const { connection } = this;
    const place = this.hand.placeOf(this.hand.picks[0] ?? []);
    const far = this.hand.far;
    if (!connection || this.busy() || !this.open || place === undefined) return;
    this.cancel();
    this.sending = true; // until all have come: a click in between would be sent among theirs
    let came = 0;
    try {
      for (const { words } of far) {
        const answer = await this.hand.peek([words]);
        const go = answer instanceof Refused || !answer.link ? undefined : answer.options.find((o) => o.at === place && o.likely === 1 && o.gathers);
        if (!go) continue;
        await connection.ask("act", { seen: this.#heard.seen, words });
        await connection.ask("act", { seen: this.#heard.seen, words: go.words });
        came += 1;
      }
      this.#sent = { n: this.#heard.seen, count: 2 * came };
      if (came === 0) this.say("Nobody else can come here now.");
    } catch (error) {
      this.refusedBy(error);
    } finally {
      this.sending = false;
    }
  }

  /** From the list: the whole action at once. */
  async pick(option: Option): Promise<void> {
    if (this.busy() || !this.open) return;
    await this.#consider(option, false);
  }

  /** Send what was picked, in the order in which it is offered, and then the action. */
  async send(option: Option): Promise<void> {
    const { connection } = this;
    if (!connection || this.sending) return;
    this.story.since = null; // Who plays on has no need to look back.
    this.sending = true;
    this.notice = null;
    let left = this.hand.isApart(option.words) ? [] : this.hand.picks;
    let count = 1;
    try {
      for (;;) {
        const link = (count > 1 ? this.#offered : this.options).find((o) => left.some((words) => keyOf(words) === keyOf(o.words)));
        if (!link) break; // the others were taken unasked, since nothing else was left
        left = left.filter((words) => keyOf(words) !== keyOf(link.words));
        await connection.ask("act", { seen: this.#heard.seen, words: link.words });
        count += 1;
      }
      // What was the only thing left was done unasked as well.
      if (count > 1 && !this.#offered.some((o) => keyOf(o.words) === keyOf(option.words))) count -= 1;
      else await connection.ask("act", { seen: this.#heard.seen, words: option.words });
      if (option.onward && !this.coach) count += await this.#goOn(connection);
      this.#sent = { n: this.#heard.seen, count };
    } catch (error) {
      this.refusedBy(error);
    } finally {
      this.sending = false;
      this.cancel();
    }
  }

  /** Do what is proposed next, if anything is. */
  async #goOn(connection: Connection): Promise<number> {
    const proposed = this.#offered.find((o) => keyOf(o.words) === keyOf(this.#proposed));
    if (!proposed) return 0;
    await connection.ask("act", { seen: this.#heard.seen, words: proposed.words });
    return 1;
  }

  /** One verb wherever it is offered, with what is proposed after each, until something else is asked. */
  async sendAll(verb: string): Promise<void> {
    for (let left = this.options.length; left > 0; left -= 1) {
      const next = this.#offered.find((o) => o.words[0] === verb && o.onward);
      if (!next || this.sending) return;
      await this.send(next);
      if (this.notice?.bad) return;
    }
  }

  /** Everything chosen so far is let go; nothing that was sent is taken back. */
  cancel(): void {
    // Whoever does not do what was advised is where the advice was; anything else puts it away.
    if (this.armed === null || this.#advisedAfter > 0) this.forgetAdvice();
    this.narrowing = NOTHING;
    this.hand.clear();
    this.menu = null;
    this.armed = null;
    this.looking.preview = null;
    this.looking.ahead = [];
    this.question = null;
  }

  /** Esc cancels and only cancels: what is shown, a question, one click or one piece at a time. False: there was nothing. */
  escape(): boolean {
    const less = back(this.narrowing);
    const last = this.hand.picks.at(-1);
    if (this.story.past) this.story.present();
    else if (this.story.playing) this.story.finish();
    else if (this.question) this.question = null;
    else if (this.menu) this.menu = null;
    else if (this.armed && this.advice) this.cancel();
    else if (this.armed && isNothing(this.narrowing)) this.armed = null;
    else if (this.advice) this.forgetAdvice();
    else if (less) {
      this.narrowing = less;
      this.armed = null;
    } else if (last !== undefined) void this.hand.drop(last[1] ?? "");
    else if (this.notice) this.notice = null;
    else return false;
    return true;
  }

  /** Take back what was sent last, with the pieces that were picked for it. Over the end of a turn it asks first. */
  async undo(): Promise<void> {
    if (this.story.playing) this.story.finish();
    if (!this.undoState.can) {
      if (this.undoState.text) this.notice = { text: this.undoState.text, clause: this.undoState.clause ?? null, number: null, bad: true };
      return;
    }
    const n = this.log.at(-1)?.n;
    const turned = n === this.n && this.log.some((line) => line.n === n && isPhase(line));
    if (turned && !this.question) {
      this.question = { text: `Take back over the end of the phase: ${this.undoState.text}`, yes: () => void this.#back() };
      return;
    }
    await this.#back();
  }

  async #back(): Promise<void> {
    const count = this.#sent.n === this.n ? this.#sent.count : 1;
    this.cancel();
    // Whoever was only named for what is taken back is let go as well.
    for (let i = 0; (i < count || this.undoState.link) && this.undoState.can; i += 1) if (!(await this.do("undo", { seen: this.#heard.seen }))) return;
  }

  /** Whether the last thing that was sent only named what is asked about now. */
  get begun(): boolean {
    return this.open && !this.coach && this.undoState.can && !this.undoState.ask && this.undoState.link === true;
  }

  /** Back to before that, and no further. */
  async stepBack(): Promise<void> {
    this.cancel();
    await this.do("undo", { seen: this.#heard.seen });
  }

  async redo(): Promise<void> {
    do if (!this.redoState.can || !(await this.do("redo", { seen: this.#heard.seen }))) return;
    while (this.undoState.link);
  }

  /** Ask the server something whose answer is its update; a refusal becomes a notice. */
  async do<K extends keyof Answers>(kind: K, fields: Record<string, unknown> = {}): Promise<Answers[K] | null> {
    this.notice = null;
    try {
      return (await this.connection?.ask(kind, fields)) ?? null;
    } catch (error) {
      this.refusedBy(error);
      return null;
    }
  }

  // Advice

  async hint(): Promise<void> {
    if (this.advising) return;
    const [asked, picks] = [this.#heard.seen, this.hand.picks];
    this.advising = true;
    const answer = await this.do("hint", { said: picks });
    this.advising = false;
    if (!answer || this.#heard.seen !== asked || this.hand.picks !== picks) return; // somebody decided meanwhile
    this.narrowing = NOTHING;
    this.menu = null;
    this.armed = null;
    this.#advisedAfter = picks.length;
    this.advice = answer.ideas;
    this.advised = answer.ideas[0] ?? null;
    this.hinted = this.advised?.words ?? null;
  }

  /** Put the advice away, with what it marked; what the game itself proposes stays marked. */
  forgetAdvice(): void {
    this.advice = null;
    this.advised = null;
    this.hinted = this.mine && this.prompt?.proposed?.length ? this.prompt.proposed : null;
  }

  /** Take up what was advised: whoever is in it is picked, and the act waits for one more press. */
  async takeUp(one: Advised): Promise<void> {
    if (this.busy() || !this.open) return;
    const chain = [one.words, ...one.then];
    const said = [...this.hand.picks, ...chain.slice(0, -1)];
    const { advice } = this;
    await this.hand.hold(async () => {
      if (chain.length === 1) return;
      const answer = await this.hand.peek(said);
      if (answer instanceof Refused) this.refusedBy(answer);
      else this.hand.take(said, answer);
    });
    const last = this.optionOf(chain.at(-1) ?? []);
    if (!last) return;
    this.advice = advice; // whoever thinks again finds it where it was
    this.advised = one;
    this.armed = last;
    void this.looking.toward(last);
  }

  /** What the server refused is said to the player. */
  refusedBy(error: unknown): void {
    if (error instanceof Refused)
      this.notice = { text: error.refusal?.text ?? error.message, clause: error.refusal?.clause ?? null, number: error.refusal?.number ?? null, bad: true };
    else throw error;
  }

  say(text: string, bad = false): void {
    this.notice = { text, clause: null, number: null, bad };
  }

  // What an id is

  /** Is it a piece or a place? The board says which places there are. */
  kindOf(id: string): "piece" | "place" | null {
    if (this.scene?.pieces.some((p) => p.id === id)) return "piece";
    return this.places.has(id) ? "place" : null;
  }

  /** Its kind, and whose it is: no question is asked of an enemy in the place of one's own. */
  sortOf(id: string): string | null {
    const piece = this.scene?.pieces.find((p) => p.id === id);
    return piece ? `piece of ${piece.side}` : this.kindOf(id);
  }

  /** Whoever clicks where nothing can be done is told why, where they look. */
  async #sayWhyNot(ids: readonly string[]): Promise<void> {
    const why = await this.looking.whyNot(ids);
    if (why) this.notice = { text: why.text, clause: why.clause ?? null, number: why.number ?? null, bad: true };
  }

  close(): void {
    this.story.finish();
    this.connection?.close();
  }
}
