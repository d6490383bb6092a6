"""A digest of what a match began with: its seeds and options are as little to be changed as its entries."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Add the column."""
    op.add_column("matches", sa.Column("hash", sa.LargeBinary(32)))
