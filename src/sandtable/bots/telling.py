"""What a seat is told in words alone, for those who read and write but see no board: language models above all. Ids,
which actions are made of, stand in brackets.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable import Line, Seen, tell, words


def briefing_in_words(told: dict[str, Any]) -> str:
    """Who you are, what to do, what it is worth, how it ends, and tips."""
    lines = [told["title"], f"{told['role']} {told['situation']}".strip()]
    for goal in told["goals"]:
        lines.append(f"To do: {goal['text']}" + (f" ({goal['points']})" if goal["points"] else ""))
    lines += [f"Points: {line}" for line in told["scoring"]]
    lines += [told["ends"]] if told["ends"] else []
    lines += [f"Tip: {line}" for line in told["tips"]]
    return "\n".join(lines)


def position_in_words(seen: Seen) -> str:
    """The question, how it stands, the goals, what is where, and everything beside the board."""
    names, scene = seen.names, seen.scene
    lines = [question_in_words(seen)]
    lines += [f"{one['label']}: {one['value']}" + of(one.get("of")) for one in scene["bar"]]
    lines += [f"Goal, {goal['state']}: {goal['text']}{count(goal)}" for goal in seen.goals]
    if seen.standing is not None:
        lines.append(f"It stands: {seen.standing['text']}")
    where: dict[str, list[str]] = {}
    for piece in scene["pieces"]:
        where.setdefault(piece["at"], []).append(f"{piece['alt'] or piece['name']} [{piece['id']}]")
    lines += [f"At {named(names, place)}: {'; '.join(pieces)}" for place, pieces in where.items()]
    lines += [f"Place: {cell['alt'] or names.get(cell['id'], '')} [{cell['id']}]" for cell in scene["cells"]]
    lines += [f"Way: {link['alt']} [{link['id']}]" for link in scene["links"] if link["alt"]]
    for panel in scene["panels"]:
        lines += panel_in_words(panel)
    if sketch := seen.sketch():
        lines += ["The board in letters:", *sketch]
    return "\n".join(lines)


def question_in_words(seen: Seen) -> str:
    """Who must decide what."""
    prompt = seen.prompt
    return f"{'You must decide' if seen.chooses else 'Now'}: {tell(prompt.text, seen.names)}{paragraph(prompt.clause)}"


def actions_in_words(seen: Seen, numbers: list[int]) -> Iterator[str]:
    """Some of the options: their words, what they mean, cost and are likely to bring, and whether they serve a goal."""
    for number in numbers:
        action = seen.options[number]
        told = [seen.reading(action), seen.price(action), seen.forecasts[number].text]
        goal = "serves a goal" if seen.serves[number] else ""
        yield f"{words(action)}: " + "; ".join(part for part in (*told, goal) if part)


def log_in_words(lines: list[Line], names: dict[str, str]) -> list[str]:
    """Lines of the log with their numbers, dice and clauses."""
    found = []
    for line in lines:
        dice = " ".join(face for fact in line.event.facts if fact[0] == "rolled" for face in fact[2:])
        shown = f" (rolled {dice})" if dice else ""
        found.append(f"{line.number} {tell(line.event.text, names)}{shown}{paragraph(line.event.clause)}")
    return found


def paragraph(clause: str) -> str:
    """A clause as people are shown it, after a sentence."""
    return f" (§{clause.partition('-')[2]})" if "-" in clause else ""


def named(names: dict[str, str], thing: str) -> str:
    """A name with its id."""
    name = names.get(thing, "")
    return f"{name} [{thing}]" if name and name != thing else thing


def of(most: Any) -> str:
    """Of how many."""
    return "" if most is None else f" of {most}"


def count(goal: dict[str, Any]) -> str:
    """How much of a goal is done."""
    return "" if goal["need"] is None else f", {goal['have']} of {goal['need']}"


def slot_in_words(slot: dict[str, Any]) -> str:
    """A box of a panel."""
    parts = [slot.get("text") or slot.get("alt") or ""]
    parts += [f"{slot['count']} there"] if slot.get("count") is not None else []
    parts += [f"costs {slot['cost']}"] if slot.get("cost") is not None else []
    told = ", ".join(part for part in [*parts, *slot.get("marks", [])] if part)
    return f"{slot.get('title') or slot['id']} [{slot['id']}]" + (f": {told}" if told else "")


def panel_in_words(panel: dict[str, Any]) -> Iterator[str]:
    """What stands beside the board, under its title."""
    yield f"{panel['title']}:"
    for line in panel_lines(panel):
        yield f"  {line}"


def panel_lines(panel: dict[str, Any]) -> Iterator[str]:
    """The lines of a panel, by its kind."""
    match panel["kind"]:
        case "track":
            known = {cell["id"]: cell for cell in panel["cells"] if isinstance(cell, dict)}
            title = known.get(str(panel["value"]), {}).get("title", "")
            yield f"at {panel['value']}" + (f", {title}" if title else "")
        case "table":
            yield from (", ".join(f"{head} {cell}" for head, cell in zip(panel["head"], row, strict=True) if cell)
                        for row in panel["rows"])  # fmt: skip
        case "stock":
            if panel["budget"] is not None:
                yield f"spent {panel['spent'] or 0} of {panel['budget']}"
            yield from map(slot_in_words, panel["slots"])
        case "lineup":
            for row in panel["rows"]:
                sides = ["; ".join(map(slot_in_words, row[side])) or "nobody" for side in ("ours", "theirs")]
                yield f"{row['title']}: ours {sides[0]}; theirs {sides[1]}"
        case "board":
            yield from map(slot_in_words, panel["slots"])
            yield from (f"{track['title']}: {track['value']}{of(track.get('of'))}" for track in panel["tracks"])
        case "cards":
            yield from map(slot_in_words, [*panel["piles"], *panel["hand"]])
        case "text":
            yield from filter(None, [panel["text"], *panel.get("lines", [])])
