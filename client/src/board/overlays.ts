import type { ShownOverlay } from "../lib/overlays.svelte";
import type { LegendItem } from "../lib/types";
import type { Drawing, Spot } from "./drawing";

/** What an overlay lays over one cell. */
export interface Shade {
  key: string;
  spot: Spot;
  /** 0 for none, 1 to 3. */
  shade: number;
  text: string;
  /** Which of the overlays that are on. */
  layer: number;
}

export function shadesOf(overlays: readonly ShownOverlay[], drawing: Drawing | null): Shade[] {
  return overlays.flatMap((overlay, layer) =>
    Object.entries(overlay.cells).flatMap(([id, { shade, text }]) => {
      const spot = drawing?.spots.get(id);
      return spot ? [{ key: `${overlay.name} ${id}`, spot, shade, text, layer }] : [];
    }),
  );
}

/** What the shades mean, where the legend tells it: its item is called `overlay-name-shade`. */
export function meanings(overlays: readonly ShownOverlay[], legend: readonly LegendItem[]): { id: string; layer: number; shade: number; text: string }[] {
  return overlays
    .flatMap((overlay, layer) => (Object.keys(overlay.cells).length > 0 ? [1, 2, 3].map((shade) => ({ id: `overlay-${overlay.name}-${shade}`, layer, shade })) : []))
    .flatMap(({ id, layer, shade }) => legend.filter((item) => item.id === id).map((item) => ({ id, layer, shade, text: item.text ?? item.title })));
}
