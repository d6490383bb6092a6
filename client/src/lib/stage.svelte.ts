/** What lies over the whole table: the briefing, the debrief, a look back, an invitation. One at a time. */
export type Act = "briefing" | "debrief" | "review" | "invite";

class Stage {
  act = $state<Act | null>(null);
  /** The seat that an invitation is for; null for all that wait for somebody. */
  seat = $state<string | null>(null);

  show(act: Act, seat: string | null = null): void {
    this.act = act;
    this.seat = seat;
  }
  close(): void {
    this.act = null;
    this.seat = null;
  }
}

export const stage = new Stage();

/** What a table must know to say what is due. */
export interface Moment {
  /** Whether this person sits at the table. */
  sits: boolean;
  over: boolean;
  /** Whether everything that happened has been shown. */
  still: boolean;
  lesson: boolean;
  /** Whether there is something to read, and whether it was read here. */
  briefing: boolean;
  briefed: boolean;
  debrief: boolean;
  debriefed: boolean;
  /** Whether the match was made here just now and somebody was invited who has not come. */
  awaited: boolean;
}

/** What comes up by itself: first whoever is missing, then what it is about, and in the end how it ended. */
export function due(now: Moment): Act | null {
  if (!now.sits || !now.still || now.lesson) return null;
  if (now.over) return now.debrief && !now.debriefed ? "debrief" : null;
  if (now.awaited) return "invite";
  return now.briefing && !now.briefed ? "briefing" : null;
}
