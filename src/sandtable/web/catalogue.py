"""Everything that can be played, as the start page is told."""

from __future__ import annotations

import asyncio
import logging

import sandtable
from sandtable.web import static, told
from sandtable.web.hall import Hall

log = logging.getLogger("sandtable.web")

SWITCH = {"on": "yes", "off": "no", "auto": "by rule", "ask": "ask me"}


async def listed(hall: Hall) -> static.File:
    """All games. Every scenario is set up once to know its board, one after the other on the side, so that
    nobody waits for that but the start page, and a server that is told to stop meanwhile stops."""
    found = []
    for game in hall.games.values():
        boards = {one.id: await asyncio.to_thread(board_of, game, one.id) for one in game.scenarios()}
        found.append(game_of(game, boards, hall.bots(game)))
    return static.file(told.encode(found), "application/json", "no-cache")


def game_of(game: sandtable.Game, boards: dict[str, str | None], bots: tuple[str, ...]) -> told.GameInfo:
    """A game as the start page needs it."""
    options = [*dict.fromkeys(option for scenario in game.scenarios() for option in scenario.options)]
    scenarios = [scenario_of(scenario, boards[scenario.id], options) for scenario in game.scenarios()]
    return told.GameInfo(
        game=game.name,
        title=game.title,
        about=game.sentence,
        rules=game.rules,
        options=[option_of(option) for option in options],
        scenarios=scenarios,
        gentle=game.scenario(game.gentle).id,
        seats=seats_of(game),
        bots=bots_of(bots),
        lessons=[
            told.LessonInfo(id=one.id, title=one.title, minutes=one.minutes) for one in sandtable.lessons_of(game)
        ],
        missions=bool(game.example_mission()),
    )


LEVELS = ("random", "easy", "greedy", "search")


def bots_of(names: tuple[str, ...]) -> list[told.BotInfo]:
    """The opponents from the weakest to the strongest, and then the operator's programs."""
    ordered = sorted(names, key=lambda name: LEVELS.index(name) if name in LEVELS else len(LEVELS))
    return [
        told.BotInfo(
            bot=name,
            title=sandtable.bot_title(name),
            about=sandtable.bot_about(name),
            offered=name != "random" or not {*LEVELS[1:]} & {*names},
        )
        for name in ordered
    ]


def seats_of(game: sandtable.Game) -> dict[str, str]:
    """How the seats of a game are called, those that an option adds as well."""
    first = game.scenario()
    names = game.seen(game.start(first.id), None).names
    seats = {seat for one in game.scenarios() for seat in (*one.seats, *(extra for _, _, extra in one.optional_seats))}
    return {seat: names.get(seat, seat) for seat in sorted(seats)}


def scenario_of(scenario: sandtable.Scenario, board: str | None, options: list[sandtable.Option]) -> told.ScenarioInfo:
    """A scenario as the start page needs it."""
    return told.ScenarioInfo(
        id=scenario.id,
        title=scenario.title,
        brief=scenario.brief,
        seats=list(scenario.seats),
        optional_seats={seat: f"{name}={value}" for name, value, seat in scenario.optional_seats},
        options=[options.index(option) for option in scenario.options],
        turns=scenario.turns,
        board=board,
        minutes=scenario.minutes,
        difficulty=scenario.difficulty,
        teaches=scenario.teaches,
    )


def option_of(option: sandtable.Option) -> told.GameOption:
    """An option, in words."""
    return told.GameOption(
        name=option.name,
        title=option.title or option.name.replace("_", " ").capitalize(),
        chapter=option.chapter,
        text=option.text,
        default=option.default,
        values=[
            told.OptionValue(value=value, text=SWITCH.get(text, text.replace("_", " ")))
            for value, text in zip(option.values, option.says or option.values, strict=True)
        ],
        joined=list(option.joined),
    )


def board_of(game: sandtable.Game, scenario: str) -> str | None:
    """The id of the drawing that a scenario begins on."""
    try:
        scene = game.seen(game.start(scenario), None).drawn
    except Exception as error:  # a start page without one picture is better than no start page
        log.error("%s %s cannot be drawn: %s", game.name, scenario, type(error).__name__, exc_info=error)
        return None
    return scene.board
