"""An invitation is used up; those that are there admit one more person each."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add how many people it may still sit down."""
    op.add_column("invitations", sa.Column("left", sa.Integer, nullable=False, server_default="1"))
