"""The server: matches on disk before they are told, and a table for everybody who sits at one.

app.py, static.py, serving.py, command.py   routes, the built client, and starting it all
live.py, connection.py                      one socket: what it asks, and what waits to be sent to it
gate.py, limits.py, settings.py             who may come in, and how much of anything
transport.py, addresses.py, charging.py     connections, where they come from, and the time that they cost
hall.py, making.py, sweeping.py             all matches: finding, making and ending them
store.py, channel.py                        SQLite or PostgreSQL, and what its processes tell each other
schema.py, rows.py, writes.py               its tables, what they keep of a match, and what is written to them
upgrading.py, migrations/                   an older database brought up to date
operating.py, metrics.py                    what an operator does beside serving, and figures for him
catalogue.py                                everything that can be played, as the start page is told
coaching.py, reviewing.py                   matches that follow a lesson; finished ones, looked back at
table.py, tree.py                           a match in memory: who sits there, and its actions
entries.py, plans.py, asks.py               what an entry leads to, whether it is allowed, what can be asked
readers.py, telling.py                      what a reader has been told, and what is to be told
wire.py, told.py                            what is asked and what is told, as types
thinker.py, jobs.py, frozen.py              what is worked in other processes, and tables as bytes
notices.py, posting.py, push.py              word of one's turn, sent from processes that may call few hosts
"""
