"""The table in the browser: the server half. docs/wire.md says what it speaks."""
