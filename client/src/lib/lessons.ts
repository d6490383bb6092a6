import type { GameInfo } from "./wire";

export interface Lesson {
  id: string;
  title: string;
  minutes: number;
}

export const lessonsOf = (game: GameInfo): readonly Lesson[] => (game as { lessons?: Lesson[] }).lessons ?? [];
