"""The first tables: matches, their entries, their people and the invitations to their seats."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make them."""
    op.create_table(
        "matches",
        sa.Column("id", sa.String(12), primary_key=True),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("scenario", sa.String(64), nullable=False),
        sa.Column("begun", sa.Text, nullable=False),
        sa.Column("started", sa.String(32), nullable=False),
        sa.Column("moved", sa.String(32), nullable=False),
        sa.Column("turn", sa.String(64)),
        sa.Column("result", sa.Text),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("opened", sa.BigInteger),
    )
    op.create_table(
        "entries",
        sa.Column("match", sa.String(12), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("entry", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("seat", sa.String(64)),
        sa.Column("person", sa.String(16)),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("data", sa.Text, nullable=False),
    )
    op.create_table(
        "people",
        sa.Column("match", sa.String(12), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("person", sa.String(16), primary_key=True),
        sa.Column("hash", sa.LargeBinary(32), nullable=False),
        sa.Column("notes", sa.Text, nullable=False, server_default=""),
        sa.Column("webhook", sa.Text),
        sa.Column("here", sa.Boolean, nullable=False, server_default=sa.text("false")),
        sa.Column("seen", sa.Integer),
    )
    op.create_table(
        "invitations",
        sa.Column("match", sa.String(12), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("seat", sa.String(64), primary_key=True),
        sa.Column("hash", sa.LargeBinary(32), nullable=False),
    )
