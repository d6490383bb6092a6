"""Takes from the rule ledgers what the project keeps of them: python scripts/clauses.py [LEDGERS] [--check].

It writes games/<game>/box/clauses.toml, and into tests/<game>/examples the test vectors that tests cite by number
(vectors.md) and the table of who may know what (information.md). LEDGERS is the folder with who-dares-wins.md, night-
drop.md and rogue-regiment.md, ../shared/rules if not given. The ledgers are needed only to make these files again.
"""

from __future__ import annotations

import argparse
import re
import sys
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LEDGERS = ROOT.parent / "shared" / "rules"

CLAUSE = re.compile(r"- (?P<id>[A-Z]+-\d+\.\d+) (?:\[(?P<set>\w+)\] )?(?P<text>.+)")
CHAPTER = (
    re.compile(r"\*\*(?P<number>[\d–]+) (?P<title>.+)\*\*"),  # **611 Movement and Discretion**
    re.compile(r"## Chapter (?P<number>\d+) \((?P<title>.+)\)"),  # ## Chapter 9 (combat)
    re.compile(r"## RR-(?P<number>\d+) (?P<title>.+)"),  # ## RR-7 Aim and mark
)
BOOK_REFERENCE = re.compile(r" \[(?:second )?\d[^\]]*\]$")  # the rule book's paragraph; readers have the id
RULING_LINE = re.compile(r"- \*\*(?P<id>A-\d+) (?P<rest>.+)")
RULING_ROW = re.compile(r"\| (?P<id>A\d+) \|(?P<cells>.+)\|")
OPTION_NAME = re.compile(r"(?:\*Option\*|Switch) `(?P<name>\w+)`(?:: (?P<values>[^.]+))?")


@dataclass(frozen=True)
class Book:
    game: str
    title: str
    prefix: str


BOOKS = (
    Book("who-dares-wins", "Who Dares Wins", "WDW"),
    Book("night-drop", "Night Drop", "ND"),
    Book("rogue-regiment", "Rogue Regiment", "RR"),
)

# Where a ledger points at one of its own tables, a reader of the game needs the table's name.
POINTERS = (
    ("table 1.11", "the scenario table"),
    ("table 1.7", "the table of actions"),
    ("table 1.6", "the table of victory levels"),
    ("Table in 2.13.", "A scatter table of our own."),
    (", see 2.12;", ";"),
    (" All maps were produced by the algorithm of 2.5, the offered squares of TV-29 to TV-32 by that of 2.15.", ""),
)


@dataclass
class Chapter:
    number: str
    title: str
    clauses: list[tuple[str, str, str]] = field(default_factory=list)  # id, set ("" when the game has no sets), text


@dataclass(frozen=True)
class Ruling:
    id: str
    question: str
    ruling: str
    reason: str
    option: str
    values: tuple[str, ...]


def section(ledger: str, number: int) -> list[str]:
    """The lines of the ledger's section with this number, up to the next one."""
    starts = list(re.finditer(r"^##? (\d)\. ", ledger, re.MULTILINE))
    for here, after in zip(starts, [*starts[1:], None], strict=True):
        if here[1] == str(number):
            return ledger[here.start() : after.start() if after else None].splitlines()
    raise SystemExit(f"the ledger has no section {number}")


def plain(text: str) -> str:
    """The ledger's text without its emphasis."""
    return re.sub(r"\*\*?", "", text).strip().removesuffix(" none.").strip()


def read_chapters(ledger: str, prefix: str) -> list[Chapter]:
    chapters: list[Chapter] = []
    for line in section(ledger, 3):
        if heading := next(filter(None, (pattern.fullmatch(line) for pattern in CHAPTER)), None):
            title = heading["title"]
            chapters.append(Chapter(heading["number"], title[0].upper() + title[1:]))
        elif clause := CLAUSE.fullmatch(line):
            if not clause["id"].startswith(f"{prefix}-"):
                raise SystemExit(f"{clause['id']} is not a clause of {prefix}")
            chapters[-1].clauses.append((clause["id"], clause["set"] or "", BOOK_REFERENCE.sub("", clause["text"])))
    return chapters


def read_rulings(ledger: str) -> list[Ruling]:
    rulings = []
    for line in section(ledger, 4):
        if match := RULING_LINE.fullmatch(line):
            # The arrow stands between question and ruling; a ruling that needs no question follows its bold title.
            question, _, answer = match["rest"].partition(" → " if " → " in match["rest"] else "** ")
            option = OPTION_NAME.search(answer)
            answer = answer[: option.start()] if option else answer
            values = tuple(v.strip() for v in option["values"].split(" (")[0].split("|")) if option else ()
            rulings.append(
                Ruling(match["id"], plain(question), plain(answer), "", option["name"] if option else "", values)
            )
        elif row := RULING_ROW.fullmatch(line):
            question, answer, reason, *last = (plain(cell) for cell in row["cells"].split(" | "))
            name, values = "", ()
            if last and (words := re.findall(r"\w+", last[0])) != ["no"]:
                name, values = words[0], tuple(words[1:])
            elif switch := OPTION_NAME.search(reason):
                name, reason = switch["name"], reason[: switch.start()].strip()
            rulings.append(Ruling(row["id"], question, answer, reason, name, values))
    return rulings


def quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def render(book: Book, ledger: str) -> str:
    out = [
        f"# The clauses of {book.title} in our own words, and how we read what its rule book leaves open.",
        "# Made by scripts/clauses.py.",
        "",
        f"title = {quoted(book.title)}",
        f"prefix = {quoted(book.prefix)}",
    ]
    for chapter in read_chapters(ledger, book.prefix):
        out += ["", "[[chapter]]", f"number = {quoted(chapter.number)}", f"title = {quoted(chapter.title)}"]
        tags = {tag for _, tag, _ in chapter.clauses}
        if len(tags) != 1:
            raise SystemExit(f"chapter {chapter.number} mixes the sets {sorted(tags)}")
        if tag := tags.pop():
            out.append(f"set = {quoted(tag)}")
        out.append("[chapter.clauses]")
        out += [f"{quoted(id_)} = {quoted(text)}" for id_, _, text in chapter.clauses]
    for ruling in read_rulings(ledger):
        out += ["", "[[ruling]]", f"id = {quoted(ruling.id)}", f"question = {quoted(ruling.question)}"]
        out.append(f"ruling = {quoted(ruling.ruling)}")
        if ruling.reason:
            out.append(f"reason = {quoted(ruling.reason)}")
        if ruling.option:
            out.append(f"option = {quoted(ruling.option)}")
        if ruling.values:
            out.append(f"values = [{', '.join(map(quoted, ruling.values))}]")
    return pointed("\n".join(out) + "\n")


def pointed(text: str) -> str:
    """A text that points at no table of the ledger."""
    for pointer, name in POINTERS:
        text = text.replace(pointer, name)
    return text


def page(title: str, ledger: str, number: int) -> str:
    """A section of the ledger as a page of its own."""
    body = "\n".join(section(ledger, number)[1:]).strip().removesuffix("---").strip()
    body = re.sub(r"^## \d+\.\d+ ", "## ", body, flags=re.MULTILINE)
    body = re.sub(r"(?<!\n)\n(?=\*\*[A-Z]+-\d)", "\n\n", body)  # each vector is a paragraph of its own
    return pointed(f"# {title}\n\nMade by scripts/clauses.py.\n\n{body}\n")


def made(book: Book, ledger: str) -> dict[Path, str]:
    """Every file that a ledger makes, with its text."""
    folder = book.game.replace("-", "_")
    examples = ROOT / "tests" / folder / "examples"
    return {
        ROOT / "src" / "sandtable" / "games" / folder / "box" / "clauses.toml": render(book, ledger),
        examples / "vectors.md": page(f"{book.title}: test vectors", ledger, 5),
        examples / "information.md": page(f"{book.title}: who may know what", ledger, 6),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description="Make clauses and test vectors of every game from the rule ledgers.")
    parser.add_argument("ledgers", nargs="?", type=Path, default=LEDGERS, help="folder with the ledgers")
    parser.add_argument("--check", action="store_true", help="write nothing; fail when a file would change")
    given = parser.parse_args()
    stale = 0
    for book in BOOKS:
        source = given.ledgers / f"{book.game}.md"
        if not source.exists():
            print(f"{source} is not there; name the folder of the ledgers", file=sys.stderr)
            return 2
        for path, text in made(book, source.read_text(encoding="utf-8")).items():
            if path.exists() and path.read_text(encoding="utf-8") == text:
                continue
            stale += 1
            print(f"{'differs' if given.check else 'written'}: {path.relative_to(ROOT)}")
            if not given.check:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
    return 1 if given.check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
