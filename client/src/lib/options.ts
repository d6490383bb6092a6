import type { GameOption, ScenarioInfo } from "./wire";

/** Options as a form shows them: settings of the scenario, and rulings by the chapter of the rules that they belong to. */
export interface Grouped {
  settings: GameOption[];
  rulings: { chapter: string; options: GameOption[] }[];
}

export function grouped(options: readonly GameOption[]): Grouped {
  const chapters = new Map<string, GameOption[]>();
  for (const option of options.filter((o) => o.chapter !== "")) chapters.set(option.chapter, [...(chapters.get(option.chapter) ?? []), option]);
  return {
    settings: options.filter((o) => o.chapter === ""),
    rulings: [...chapters].sort(([a], [b]) => a.localeCompare(b)).map(([chapter, list]) => ({ chapter, options: list })),
  };
}

/** The parts of an option that takes several values at once, written with plus signs; none where it takes one. */
export function parts(option: GameOption): string[] {
  const several = option.values.filter((v) => v.value.includes("+"));
  return several.length === 0 ? [] : [...new Set(several.flatMap((v) => v.value.split("+")))];
}

/** The value that stands for these parts, in whatever order it is written; null where there is none. */
export function joinedValue(option: GameOption, chosen: readonly string[]): string | null {
  if (chosen.length === 0) {
    const all = parts(option);
    return option.values.find((v) => !v.value.split("+").some((p) => all.includes(p)))?.value ?? null;
  }
  const wanted = [...chosen].sort().join("+");
  return option.values.find((v) => v.value.split("+").sort().join("+") === wanted)?.value ?? null;
}

/** The seats of a scenario with these options. */
export function seatsOf(scenario: ScenarioInfo, value: (option: string) => string): string[] {
  const extra = Object.entries(scenario.optional_seats).filter(([, condition]) => {
    const [name = "", wanted = ""] = condition.split("=");
    return value(name) === wanted;
  });
  return [...new Set([...scenario.seats, ...extra.map(([seat]) => seat)])];
}

export function lasting(minutes: number): string {
  if (minutes <= 0) return "";
  if (minutes < 90) return `about ${minutes} minutes`;
  const hours = Math.round(minutes / 30) / 2;
  return `about ${Number.isInteger(hours) ? hours : `${Math.floor(hours) || ""}½`} hours`;
}
