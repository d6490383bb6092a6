import { expect, test } from "vitest";
import { addsSeat, allows, grouped, joinedValue, lasting, saidOf, seatsOf, optionsOf } from "./options";
import type { GameOption, ScenarioInfo } from "./wire";

const option = (name: string, chapter: string, values: string[], joined: string[] = []): GameOption => ({ name, title: name, chapter, text: "", default: values[0] ?? "", values: values.map((value) => ({ value, text: value })), joined });

test("rulings stand by chapter, settings by themselves", () => {
  const all = [option("a", "Movement", ["on", "off"]), option("level", "", ["easy"]), option("b", "Combat", ["on"]), option("c", "Movement", ["on"])];
  const { settings, rulings } = grouped(all);
  expect(settings.map((o) => o.name)).toEqual(["level"]);
  expect(rulings.map((r) => [r.chapter, r.options.map((o) => o.name)])).toEqual([["Combat", ["b"]], ["Movement", ["a", "c"]]]);
});

test("an option of several values is put together in its own order", () => {
  const packs = option("packs", "", ["mission", "twd", "hm"], ["twd", "hm"]);
  expect(joinedValue(packs, ["hm", "twd"])).toBe("twd+hm");
  expect(joinedValue(packs, [])).toBe("mission");
  expect(["mission", "hm", "twd+hm", "hm+twd", "jaeger", ""].map((v) => allows(packs, v))).toEqual([true, true, true, false, false, false]);
  expect(saidOf(packs, "twd+hm")).toBe("twd, hm");
});

test("an option may add a seat", () => {
  const scenario = { seats: ["operators"], optional_seats: { jaeger: "jaeger=on" } } as unknown as ScenarioInfo;
  expect(seatsOf(scenario, () => "off")).toEqual(["operators"]);
  expect(seatsOf(scenario, () => "on")).toEqual(["operators", "jaeger"]);
  expect(["jaeger", "packs"].map((name) => addsSeat(scenario, option(name, "", ["off", "on"])))).toEqual([true, false]);
});

test("how long it lasts is told in minutes, then in hours", () => {
  expect([0, 40, 90, 150, 420].map(lasting)).toEqual(["", "about 40 minutes", "about 1½ hours", "about 2½ hours", "about 7 hours"]);
});

test("a scenario has those options of its game that it names", () => {
  const game = { options: [option("a", "", ["1"]), option("b", "", ["1"]), option("c", "", ["1"])] };
  expect(optionsOf(game, { options: [2, 0] }).map((o) => o.name)).toEqual(["c", "a"]);
});
