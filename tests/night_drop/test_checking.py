"""Checking data files: every mistake with its line, and nothing else."""

import pytest

from sandtable.games.night_drop.box import files
from sandtable.games.night_drop.game import GAME

text = files.FILES.text


@pytest.mark.parametrize("name", files.FILES.names())
def test_our_own_files_have_no_mistake(name: str) -> None:
    assert GAME.check(name, text(name)) == []


def test_a_file_of_somebody_else_is_left_alone() -> None:
    assert GAME.check("missions.toml", "") is None
    assert GAME.check("options.toml", "[event_scope]\nvalues = ['a', 'b']\n") is None


@pytest.mark.parametrize(
    ("name", "old", "new", "sentence"),
    [
        ("terrain.map", "01    ....", "01    ?...", "“?” is no terrain"),
        ("terrain.map", "02    .", "02    ", "should be here"),
        ("terrain.toml", "mp = 1\n", "mp = 1.3\n", "half points"),
        ("terrain.toml", "mp = 1\n", "mb = 1\n", "mp is missing"),
        ("lines.toml", "0117 0216", "0117 0316", "are not neighbours"),
        ("lines.toml", "0117 0216", "0117 9916", "is no hex of the map"),
        ("objectives.toml", 'star = "black"', 'star = "pink"', "it should be one of red, black"),
        ("objectives.toml", "[3309]", "[1214]", "has a black star and is no bridge"),
        ("hexes.toml", 'A = "0117"', 'A = "1214"', "is not on the edge"),
        ("colours.toml", "p = 15", "p = 16", "do not fill"),
        ("germans.toml", 'letter = "A"', 'letter = "K"', "letter is 'K'"),
        ("tables.toml", "2 = [4, 2, 2, -2]", "2 = [4, 2, -2]", "a list of 4 whole numbers"),
        ("scenarios.toml", '"1113", "1113"', '"1113"', "should be 28 hexes"),
        ("tuned.toml", 'counter = "g14"', 'counter = "g99"', "g99 is no counter"),
        ("tuned.toml", "reduced = [3, 2]\n", "", "the rule book's and stay"),
        ("tuned.toml", "full = [4, 3]", "full = [-1, 3]", "the rule book's and stay"),
        ("tuned.toml", "markers = [3, 7, 5, 1]", "markers = [3, 7, 5, 2]", "16 markers should be in the box"),
        ("options.toml", 'values = ["off", "on"]', 'values = ["off"]', "at least two words"),
    ],
)
def test_a_mistake_is_told_in_a_sentence(name: str, old: str, new: str, sentence: str) -> None:
    whole = text(name)
    assert old in whole
    found = GAME.check(name, whole.replace(old, new, 1))
    assert found, "the mistake is not found"
    assert any(sentence in told for _, told in found), found
    assert all(line >= 1 for line, _ in found)
