"""How many watch a match on each of several processes."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "watchers",
        sa.Column("match", sa.String(12), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("process", sa.String(16), primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("seen", sa.Integer, nullable=False),
    )
