"""The command line.

main.py       the commands
terminal.py   a game at the prompt
check.py      files that somebody wrote, checked
files.py      records and missions, read from disk
"""
