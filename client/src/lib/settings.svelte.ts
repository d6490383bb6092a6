/** What this browser remembers: how things look and move, and nothing about any game. */
export interface Settings {
  theme: "system" | "light" | "dark";
  size: "normal" | "large" | "larger";
  motion: "system" | "off";
  /** The enemy's phase: played at a pace one can read, stepped by hand, or skipped. */
  pace: "play" | "step" | "skip";
  /** Ask once more before an action: never, when dice decide, or always. */
  confirm: "never" | "dice" | "always";
  /** The board turns by itself to what is decided and who acts. */
  camera: boolean;
  notify: boolean;
  /** Whether the briefing and the debrief come by themselves. */
  briefing: boolean;
  /** Sounds, off until somebody wants them, and how loud: 0 to 1. */
  sound: boolean;
  volume: number;
  /** The list of all actions is folded. */
  foldActions: boolean;
  name: string;
}

const KEY = "sandtable.settings";
const DEFAULTS: Settings = { theme: "system", size: "normal", motion: "system", pace: "play", confirm: "never", camera: true, notify: false, briefing: true, sound: false, volume: 0.5, foldActions: true, name: "" };

function load(): Settings {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>) };
  } catch {
    return { ...DEFAULTS };
  }
}

export const settings: Settings = $state(load());

const darkQuery = matchMedia("(prefers-color-scheme: dark)");
const stillQuery = matchMedia("(prefers-reduced-motion: reduce)");
const system = $state({ dark: darkQuery.matches, still: stillQuery.matches });
darkQuery.addEventListener("change", (e) => (system.dark = e.matches));
stillQuery.addEventListener("change", (e) => (system.still = e.matches));

export function theme(): "light" | "dark" {
  return settings.theme === "system" ? (system.dark ? "dark" : "light") : settings.theme;
}

export function still(): boolean {
  return settings.motion === "off" || system.still;
}

export function remember(): void {
  const root = document.documentElement;
  root.dataset.theme = theme();
  root.dataset.size = settings.size;
  root.dataset.motion = settings.motion;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing still plays.
  }
}
