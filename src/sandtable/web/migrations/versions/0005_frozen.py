"""Tables as they were when they had come so far, and the boards of missions that players wrote."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "frozen",
        sa.Column("match", sa.String(12), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("entry", sa.BigInteger, nullable=False),
        sa.Column("version", sa.String(64), nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "boards",
        sa.Column("id", sa.String(120), primary_key=True),
        sa.Column("svg", sa.Text, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
    )
