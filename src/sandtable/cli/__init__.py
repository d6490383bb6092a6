"""The command line.

main.py                      the commands, but for those of their own file:
simulating.py, studying.py   simulate and study: many games, and what they say
ladder.py, tuning.py         ladder, tune and fit: how well bots play, and how they come to play better
benching.py                  bench: how quick this machine is
review.py                    review: a finished game, looked back at
bots.py                      bot, bot-check, mcp and benchmark: programs and language models that play
terminal.py                  a game at the prompt, with what it is about (mission.py) and a coach (classroom.py)
check.py, files.py           files that somebody wrote, checked; records and missions, read from disk
options.py                   what several commands take and print
"""
