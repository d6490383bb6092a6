"""Bots that are programs of their own, in any language: they are spoken to by lines of text (docs/bots.md).

program.py    a program that is spoken to by lines, and cannot hold up whoever speaks to it
outside.py    such a program in a seat, and a bot by any name
speaking.py   one of our own bots on standard input and output
checking.py   whether a program keeps the protocol
reader.py     a seat for somebody who only reads and writes, such as a language model; telling.py has the words
tools.py      that seat as tools, by lines of JSON; mcp_server.py by the Model Context Protocol
"""
