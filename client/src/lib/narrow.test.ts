import { describe, expect, test } from "vitest";
import { back, choose, click, clickOrRestart, narrow, NOTHING, wordsToAsk } from "./narrow";

const offer = (...lines: string[]): string[][] => lines.map((line) => line.split(" "));
const lines = (actions: readonly (readonly string[])[]): string[] => actions.map((a) => a.join(" "));

describe("narrowing by clicks", () => {
  const actions = offer("move R1 jalo", "move R1 siwa", "move R2 jalo", "attack R1 jalo", "done");

  test("nothing chosen leaves everything and sends nothing", () => {
    const n = narrow(actions, NOTHING);
    expect(n.left).toHaveLength(5);
    expect(n.verbs).toEqual(["move", "attack", "done"]);
    expect(n.send).toBeNull();
    expect(n.complete).toEqual([]);
  });

  test("a click on a piece keeps the actions whose first noun it is", () => {
    const n = narrow(actions, click(NOTHING, ["R1"]));
    expect(lines(n.left)).toEqual(["move R1 jalo", "move R1 siwa", "attack R1 jalo"]);
    expect(n.next).toEqual(["jalo", "siwa"]);
    expect(n.send).toBeNull();
  });

  test("one action left with all its nouns clicked is sent", () => {
    expect(narrow(actions, click(click(NOTHING, ["R1"]), ["siwa"])).send).toEqual(["move", "R1", "siwa"]);
  });

  test("several complete ones make a menu and send nothing", () => {
    const n = narrow(actions, click(click(NOTHING, ["R1"]), ["jalo"]));
    expect(n.send).toBeNull();
    expect(lines(n.complete)).toEqual(["move R1 jalo", "attack R1 jalo"]);
  });

  test("a verb narrows too, before or after the clicks", () => {
    const n = narrow(actions, choose(click(click(NOTHING, ["R1"]), ["jalo"]), "attack"));
    expect(n.send).toEqual(["attack", "R1", "jalo"]);
  });

  test("one action left is not sent while a noun is not clicked", () => {
    expect(narrow(actions, click(NOTHING, ["R2"])).send).toBeNull();
  });

  test("a verb with one action is sent by its button", () => {
    expect(narrow(actions, choose(NOTHING, "done")).send).toEqual(["done"]);
    expect(narrow(actions, choose(NOTHING, "attack")).send).toEqual(["attack", "R1", "jalo"]);
  });

  test("choosing the verb again lets go of it", () => {
    expect(choose(choose(NOTHING, "move"), "move").verb).toBeNull();
  });

  test("a click on a stack names the piece and the place under it", () => {
    const both = offer("move R1 jalo", "scout siwa");
    expect(lines(narrow(both, click(NOTHING, ["R1", "siwa"])).left)).toEqual(["move R1 jalo", "scout siwa"]);
  });

  test("a complete action that begins another waits: here, or on", () => {
    const ways = offer("go b2", "go b2 b3", "go b2 c3");
    const n = narrow(ways, click(NOTHING, ["b2"]));
    expect(n.send).toBeNull();
    expect(lines(n.complete)).toEqual(["go b2"]);
    expect(n.next).toEqual(["b3", "c3"]);
  });

  test("nouns that all actions of a verb share need no click", () => {
    const one = offer("move R1 jalo", "move R1 siwa", "rest R1", "done");
    const n = narrow(one, click(NOTHING, ["siwa"]));
    expect(n.send).toEqual(["move", "R1", "siwa"]);
    expect(narrow(one, NOTHING).next).toContain("siwa");
  });

  test("a direct noun goes before one behind forced nouns", () => {
    const both = offer("move R1 jalo", "move R1 siwa", "bomb siwa");
    expect(lines(narrow(both, click(NOTHING, ["siwa"])).left)).toEqual(["bomb siwa"]);
  });

  test("Esc takes one click back, then the verb, then says nothing is left", () => {
    const state = click(choose(NOTHING, "move"), ["R1"]);
    const once = back(state);
    expect(once).toEqual({ verb: "move", clicks: [] });
    const twice = once && back(once);
    expect(twice).toEqual(NOTHING);
    expect(twice && back(twice)).toBeNull();
  });

  test("a click on another piece starts anew", () => {
    const state = click(NOTHING, ["R1"]);
    expect(clickOrRestart(actions, state, ["R2"])).toEqual(click(NOTHING, ["R2"]));
  });

  test("a click on nothing offered is refused and changes nothing", () => {
    expect(clickOrRestart(actions, click(NOTHING, ["R1"]), ["cairo"])).toBeNull();
  });

  test("only offered words are ever sent", () => {
    const words = ["R1", "R2", "jalo", "siwa", "move", "attack", "done", "cairo"];
    const texts = new Set(lines(actions));
    for (const verb of [null, "move", "attack", "done", "fly"])
      for (const a of words)
        for (const b of words) {
          const sent = narrow(actions, { verb, clicks: [[a], [b]] }).send;
          if (sent) expect(texts.has(sent.join(" "))).toBe(true);
        }
  });
});

describe("asking why not", () => {
  const kinds: Record<string, string> = { R1: "piece", R2: "piece", jalo: "cell", siwa: "cell", cairo: "cell" };
  const kindOf = (id: string): string | null => kinds[id] ?? null;
  const actions = offer("move R1 jalo", "move R1 siwa", "attack R1 jalo", "with R1", "with R3", "with R4", "done");

  test("the words are the chosen ones and the place", () => {
    expect(wordsToAsk(actions, choose(click(NOTHING, ["R1"]), "attack"), ["cairo"], kindOf)).toEqual(["attack", "R1", "cairo"]);
  });

  test("words that need no click are named", () => {
    expect(wordsToAsk(actions, NOTHING, ["cairo"], kindOf)).toEqual(["move", "R1", "cairo"]);
  });

  test("a thing is asked about where a thing of its kind could stand", () => {
    expect(wordsToAsk(actions, NOTHING, ["R2"], kindOf)).toEqual(["with", "R2"]);
  });

  test("nothing is asked where nothing of its kind is on offer", () => {
    expect(wordsToAsk(offer("done", "with R1"), NOTHING, ["cairo"], kindOf)).toBeNull();
    expect(wordsToAsk(actions, NOTHING, ["unknown"], kindOf)).toBeNull();
  });
});

describe("asking about a piece", () => {
  const kindOf = (id: string) => (/^R\d$/.test(id) ? "piece of blue" : /^g\d$/.test(id) ? "piece of red" : "place");
  const actions = offer("move R1 jalo", "move R1 siwa", "crouch R1");

  test("whose turn it is not asks about that piece and not about where it stands", () => {
    expect(wordsToAsk(actions, NOTHING, ["R2", "cairo"], kindOf)).toEqual(["move", "R2"]);
  });

  test("of the enemy asks about where it stands", () => {
    expect(wordsToAsk(actions, NOTHING, ["g1", "cairo"], kindOf)).toEqual(["move", "R1", "cairo"]);
  });
});

describe("a piece at the end of an action", () => {
  const isPiece = (id: string) => id === "R1" || /^g\d$/.test(id);
  const actions = offer("attack R1 pistol g1", "attack R1 rifle g1", "attack R1 rifle g2", "move R1 jalo", "mark R1 g1");

  test("may be pointed at first: what stands between is a menu", () => {
    const n = narrow(actions, click(NOTHING, ["g1"]), isPiece);
    expect(lines(n.complete)).toEqual(["attack R1 pistol g1", "attack R1 rifle g1", "mark R1 g1"]);
    expect(n.send).toBeNull();
    expect(narrow(actions, NOTHING, isPiece).next).toContain("g2");
  });

  test("sends nothing by itself, even where it is the only way", () => {
    const n = narrow(actions, click(NOTHING, ["g2"]), isPiece);
    expect(lines(n.complete)).toEqual(["attack R1 rifle g2"]);
    expect(n.send).toBeNull();
  });

  test("is asked for in its order where there are too many ways, and where it is a place", () => {
    const many = offer(...["a1", "a2", "a3", "a4", "a5"].map((at) => `step R1 ${at} g1`), "step R1 a1 g2");
    expect(narrow(many, click(NOTHING, ["g1"]), isPiece).left).toEqual([]);
    expect(lines(narrow(many, click(NOTHING, ["g2"]), isPiece).left)).toEqual(["step R1 a1 g2"]);
    expect(narrow(offer("go R1 by jalo", "go R1 over jalo", "go R1 by siwa"), click(NOTHING, ["jalo"]), isPiece).left).toEqual([]);
  });

  test("does not hide what begins with it", () => {
    expect(lines(narrow(offer("heal R1 pack g1", "take g1 A"), click(NOTHING, ["g1"]), isPiece).left)).toEqual(["take g1 A"]);
  });
});

describe("a place at the end of an action", () => {
  const isPlace = (id: string) => id === "jalo" || id === "siwa";
  const actions = offer("place R1 bomb jalo", "place R1 trap jalo", "place R1 bomb siwa", "move R1 jalo", "sprint R1 jalo", "sprint R1 siwa jalo");

  test("may be pointed at first once the verb is chosen: what stands between is a menu", () => {
    const n = narrow(actions, click(choose(NOTHING, "place"), ["jalo"]), undefined, isPlace);
    expect(lines(n.complete)).toEqual(["place R1 bomb jalo", "place R1 trap jalo"]);
    expect(n.send).toBeNull();
    expect(narrow(actions, choose(NOTHING, "place"), undefined, isPlace).next).toContain("siwa");
    expect(clickOrRestart(actions, choose(NOTHING, "place"), ["siwa"], undefined, isPlace)?.verb).toBe("place");
  });

  test("is no end before, nor where it may be a place on the way", () => {
    expect(lines(narrow(actions, click(NOTHING, ["jalo"]), undefined, isPlace).left)).not.toContain("place R1 bomb jalo");
    expect(lines(narrow(actions, click(choose(NOTHING, "sprint"), ["jalo"]), undefined, isPlace).left)).toEqual(["sprint R1 jalo"]);
  });
});
