import type { BotInfo, ScenarioInfo } from "./wire";

/** Opponents that people are offered, from the weakest to the strongest. */
export const offered = (bots: readonly BotInfo[]): BotInfo[] => bots.filter((one) => one.offered);

/** Who plays unless somebody says otherwise: whoever has not finished a game yet meets the easy opponent. */
export function usual(bots: readonly BotInfo[], first: boolean): BotInfo | undefined {
  const of = offered(bots);
  return of.find((one) => one.bot === (first ? "easy" : "greedy")) ?? of.find((one) => one.bot === "greedy") ?? of[0];
}

/** The seats of a game that is begun by one press: the first is mine, the usual opponent holds the others. */
export function seatsOfFirst(scenario: Pick<ScenarioInfo, "seats">, bots: readonly BotInfo[], first: boolean): Record<string, Record<string, unknown>> | undefined {
  const bot = usual(bots, first);
  return scenario.seats.length > 1 && bot ? Object.fromEntries(scenario.seats.map((seat, i) => [seat, i === 0 ? { by: "me" } : { by: "bot", bot: bot.bot }])) : undefined;
}

/** Whether somebody can say what decisions were worth. */
export const thinksAhead = (bots: readonly BotInfo[]): boolean => bots.some((one) => one.bot === "search");
