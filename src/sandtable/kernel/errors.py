"""What can go wrong, each with one sentence that says what was asked and what would have been right."""


class SandtableError(Exception):
    """Any error that is meant to be read by the person or program that asked."""


class BadInput(SandtableError):
    """An unknown game, scenario, option, seat, clause or file, or a value that is not allowed."""


class IllegalAction(SandtableError):
    """Words that are not on offer where they were played."""


class ReplayError(SandtableError):
    """A record that cannot be read or does not play; the message names the line or the action."""


class DataError(SandtableError):
    """A data file that breaks its own rules; the message names file and line."""


class UndoRefused(SandtableError):
    """An undo that the four nevers forbid; the message names the roll or the reveal in the way."""
