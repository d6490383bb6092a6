"""The files of the box, each read and checked once by the module that it is about."""

from sandtable.kernel.tables import Files

FILES = Files("sandtable.games.who_dares_wins.box")
