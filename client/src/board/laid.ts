import type { Table } from "../lib/table.svelte";
import type { Scene } from "../lib/types";
import type { Drawing } from "./drawing";

/** What lies on the table now. The parts of the board ask for it when they need it, so it may change under them. */
export interface Laid {
  readonly table: Table;
  readonly scene: Scene;
  readonly drawing: Drawing | null;
}
