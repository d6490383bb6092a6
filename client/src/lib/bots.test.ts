import { describe, expect, it } from "vitest";
import { offered, seatsOfFirst, usual } from "./bots";
import type { BotInfo } from "./wire";

const bot = (name: string, is = true): BotInfo => ({ bot: name, title: `the ${name} one`, about: "", offered: is });
const ALL = [bot("random", false), bot("easy"), bot("greedy"), bot("search")];

describe("opponents", () => {
  it("for the laboratory are not offered", () => {
    expect(offered(ALL).map((one) => one.bot)).toEqual(["easy", "greedy", "search"]);
  });
  it("are easy in somebody's first game and normal after it", () => {
    expect(usual(ALL, true)?.bot).toBe("easy");
    expect(usual(ALL, false)?.bot).toBe("greedy");
    expect(usual([bot("random")], true)?.bot).toBe("random");
  });
  it("hold the seats that nobody else does", () => {
    expect(seatsOfFirst({ seats: ["british", "german"] }, ALL, true)).toEqual({ british: { by: "me" }, german: { by: "bot", bot: "easy" } });
    expect(seatsOfFirst({ seats: ["lrdg"] }, ALL, true)).toBeUndefined();
  });
});
