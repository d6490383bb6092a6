"""The number of a match's last entry, beside the entries: a page of them that is lost is noticed when it is loaded."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Add the column, and count what is there."""
    op.add_column("matches", sa.Column("last", sa.BigInteger))
    op.execute("UPDATE matches SET last = (SELECT max(entry) FROM entries WHERE entries.match = matches.id)")
