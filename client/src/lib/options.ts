import type { GameInfo, GameOption, ScenarioInfo } from "./wire";

/** Options as a form shows them: settings of the scenario, and rulings by the chapter of the rules that they belong to. */
export interface Grouped {
  settings: GameOption[];
  rulings: { chapter: string; options: GameOption[] }[];
}

/** The options that a scenario of a game has. */
export function optionsOf(game: Pick<GameInfo, "options">, scenario: Pick<ScenarioInfo, "options">): GameOption[] {
  return scenario.options.flatMap((place) => game.options[place] ?? []);
}

export function grouped(options: readonly GameOption[]): Grouped {
  const chapters = new Map<string, GameOption[]>();
  for (const option of options.filter((o) => o.chapter !== "")) chapters.set(option.chapter, [...(chapters.get(option.chapter) ?? []), option]);
  return {
    settings: options.filter((o) => o.chapter === ""),
    rulings: [...chapters].sort(([a], [b]) => a.localeCompare(b)).map(([chapter, list]) => ({ chapter, options: list })),
  };
}

/** The value of an option that takes several at once: they are joined in its own order; without any it is the default. */
export function joinedValue(option: GameOption, chosen: readonly string[]): string {
  return option.joined.filter((part) => chosen.includes(part)).join("+") || option.default;
}

/** Whether an option can have this value. */
export function allows(option: GameOption, value: string): boolean {
  return option.values.some((v) => v.value === value) || (value !== "" && joinedValue(option, value.split("+")) === value);
}

/** The value of an option in words. */
export function saidOf(option: GameOption, value: string): string {
  const text = (part: string): string => option.values.find((v) => v.value === part)?.text ?? part;
  return option.values.some((v) => v.value === value) ? text(value) : value.split("+").map(text).join(", ");
}

/** Whether an option brings another seat to the table. */
export function addsSeat(scenario: ScenarioInfo, option: GameOption): boolean {
  return Object.values(scenario.optional_seats).some((condition) => condition.split("=")[0] === option.name);
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
