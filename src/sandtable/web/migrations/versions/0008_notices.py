"""Browsers that are told of their person's turn, and what a server keeps for itself: its key for pushing."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Add the column and the table; what was an address to post to is now any address of a service."""
    op.execute("ALTER TABLE people RENAME COLUMN webhook TO address")
    op.add_column("people", sa.Column("push", sa.Text))
    op.create_table(
        "kept", sa.Column("name", sa.String(64), primary_key=True), sa.Column("data", sa.Text, nullable=False)
    )
