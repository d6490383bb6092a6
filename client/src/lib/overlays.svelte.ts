import { Refused } from "./asking";
import type { Table } from "./table.svelte";
import type { OverlayCells, Scene } from "./types";

export interface ShownOverlay {
  name: string;
  title: string;
  about: string | null;
  cells: OverlayCells["cells"];
}

/** What lies over the board because somebody switched it on, or points at an enemy. */
export class Overlays {
  #table: Table;
  shown = $state.raw<ShownOverlay[]>([]);
  /** What is shown of an enemy while it is pointed at, instead of the overlays that are on. */
  glance = $state.raw<ShownOverlay | null>(null);
  /** What lies over the board; of a board as it was nobody knows it. */
  laid: readonly ShownOverlay[] = $derived.by(() => (this.#table.story.past ? [] : this.glance ? [this.glance] : this.shown));
  #glances = new Map<string, ShownOverlay>();

  constructor(table: Table) {
    this.#table = table;
  }

  /** Those that are on from the start. */
  begin(scene: Scene | null): void {
    this.shown = (scene?.overlays ?? []).filter((o) => o.on).map(({ name, title }) => ({ name, title, about: null, cells: {} }));
  }

  /** What was shown of an enemy is of another position. */
  forget(): void {
    this.#glances.clear();
  }

  /** An enemy that is pointed at shows what the game has to show of it: what it sees. */
  async glanceAt(id: string | null): Promise<void> {
    const overlay = this.#table.scene?.overlays.find((o) => o.pointed);
    const own = this.#table.seats.find((s) => s.seat === this.#table.seat)?.side;
    const piece = this.#table.scene?.pieces.find((p) => p.id === id && p.side !== own);
    this.glance = null;
    if (!overlay || !piece || !this.#table.connection || this.#table.story.past || this.#table.story.playing) return;
    let shown = this.#glances.get(piece.id);
    if (!shown) {
      const answer = await this.#table.connection.ask("overlay", { name: overlay.name, ids: [piece.id] }).catch(() => null);
      if (!answer) return;
      shown = { name: overlay.name, title: overlay.title, about: piece.id, cells: answer.overlay.cells };
      this.#glances.set(piece.id, shown);
    }
    if (this.#table.looking.here === id && Object.keys(shown.cells).length > 0) this.glance = shown;
  }

  /** Switch an overlay on, or off. At most two are on. */
  async toggle(name: string, title: string, about: "piece" | "cell" | "none"): Promise<void> {
    if (this.shown.some((o) => o.name === name)) {
      this.shown = this.shown.filter((o) => o.name !== name);
      return;
    }
    const subjects = this.#subjects(about);
    if (subjects.length === 0) {
      this.#table.say(`Choose a ${about === "cell" ? "place" : about} first: “${title}” is shown from there.`);
      return;
    }
    if (!(await this.#fetch(name, title, subjects))) this.#table.say(`“${title}” has nothing to show for now.`);
  }

  /** Whom an overlay is about: who was chosen or acts, and else what was looked at last. It does not follow the pointer. */
  #subjects(about: "piece" | "cell" | "none"): (string | null)[] {
    if (about === "none") return [null];
    const kind = about === "cell" ? "place" : about;
    const likely = [...this.#table.hand.picks.map((words) => words[1] ?? ""), ...this.#table.narrowing.clicks.flat(), ...(this.#table.asked?.about ?? []), this.#table.looking.here ?? "", ...this.#table.lit];
    return [...new Set(likely)].filter((id) => this.#table.kindOf(id) === kind).slice(0, 3);
  }

  /** Switch an overlay on, as the coach wants it. */
  async lay(name: string, about: string | null): Promise<void> {
    if (this.shown.some((o) => o.name === name && o.about === about)) return;
    await this.#fetch(name, this.#table.scene?.overlays.find((o) => o.name === name)?.title ?? name, [about]);
  }

  /** All of them, of the position that there is now. */
  again(): void {
    for (const { name, title } of this.shown) void this.#fetch(name, title, this.#subjects(this.#table.scene?.overlays.find((o) => o.name === name)?.about ?? "none"));
  }

  /** False where nobody it could be about has anything to show. */
  async #fetch(name: string, title: string, subjects: readonly (string | null)[]): Promise<boolean> {
    let shown: ShownOverlay = { name, title, about: null, cells: {} };
    for (const id of subjects) {
      try {
        const answer = await this.#table.connection?.ask("overlay", { name, ids: id === null ? [] : [id] });
        shown = { name, title, about: id, cells: answer?.overlay.cells ?? {} };
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
      }
      if (Object.keys(shown.cells).length > 0) break;
    }
    this.shown = [...this.shown.filter((o) => o.name !== name), shown].slice(-2);
    return Object.keys(shown.cells).length > 0;
  }
}
