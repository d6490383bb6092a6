import type { Point, Size } from "./camera";

/** Pixels between a place and its menu, and between a menu and the rim of the window. */
const GAP = 18;
const RIM = 8;
/** A menu is never lower than so many pixels. */
const LOWEST = 96;

/** So many rows; the others are asked for by one more, which would be no shorter for a single one. */
const ROWS = 5;

export function rowsOf<T>(options: readonly T[], all: boolean): readonly T[] {
  return all || options.length <= ROWS + 1 ? options : options.slice(0, ROWS);
}

/** Edges of a menu in its window, as styles. */
export interface Hanging {
  left: string | undefined;
  right: string | undefined;
  top: string | undefined;
  bottom: string | undefined;
  most: string;
}

/** A menu hangs from its place to the right, or to the left where there is no room, and into the higher part of the window. */
export function hang({ x, y }: Point, screen: Size, wide: number): Hanging {
  const left = x > Math.max(wide, screen.width - wide);
  const up = y > screen.height / 2;
  const room = up ? Math.min(y, screen.height) : screen.height - Math.max(y, 0);
  return {
    left: left ? undefined : `${Math.max(Math.min(x, screen.width - wide), RIM)}px`,
    right: left ? `${Math.max(screen.width - x, RIM)}px` : undefined,
    top: up ? undefined : `${Math.max(y, 0) + GAP}px`,
    bottom: up ? `${Math.max(screen.height - y, 0) + GAP}px` : undefined,
    most: `${Math.max(room - GAP - RIM, LOWEST)}px`,
  };
}
