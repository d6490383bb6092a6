import { expect, test } from "vitest";
import { grouped, joinedValue, lasting, parts, seatsOf } from "./options";
import type { GameOption, ScenarioInfo } from "./wire";

const option = (name: string, chapter: string, values: string[]): GameOption => ({ name, title: name, chapter, text: "", default: values[0] ?? "", values: values.map((value) => ({ value, text: value })) });

test("rulings stand by chapter, settings by themselves", () => {
  const all = [option("a", "Movement", ["on", "off"]), option("level", "", ["easy"]), option("b", "Combat", ["on"]), option("c", "Movement", ["on"])];
  const { settings, rulings } = grouped(all);
  expect(settings.map((o) => o.name)).toEqual(["level"]);
  expect(rulings.map((r) => [r.chapter, r.options.map((o) => o.name)])).toEqual([["Combat", ["b"]], ["Movement", ["a", "c"]]]);
});

test("an option of several values is taken apart and put together again", () => {
  const packs = option("packs", "", ["none", "twd", "hm", "twd+hm"]);
  expect(parts(packs)).toEqual(["twd", "hm"]);
  expect(joinedValue(packs, ["hm", "twd"])).toBe("twd+hm");
  expect(joinedValue(packs, [])).toBe("none");
  expect(joinedValue(packs, ["twd", "jaeger"])).toBeNull();
  expect(parts(option("x", "", ["on", "off"]))).toEqual([]);
});

test("an option may add a seat", () => {
  const scenario = { seats: ["operators"], optional_seats: { jaeger: "jaeger=on" } } as unknown as ScenarioInfo;
  expect(seatsOf(scenario, () => "off")).toEqual(["operators"]);
  expect(seatsOf(scenario, () => "on")).toEqual(["operators", "jaeger"]);
});

test("how long it lasts is told in minutes, then in hours", () => {
  expect([0, 40, 90, 150, 420].map(lasting)).toEqual(["", "about 40 minutes", "about 1½ hours", "about 2½ hours", "about 7 hours"]);
});
