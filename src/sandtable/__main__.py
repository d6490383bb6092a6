"""`python -m sandtable`, the same as `sandtable`."""

from sandtable.cli.main import main

main()
