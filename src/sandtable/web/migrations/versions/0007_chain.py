"""Each entry's digest of itself and all before it; addresses that are kept out, and matches that were deleted."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add the columns and the tables."""
    op.add_column("entries", sa.Column("hash", sa.LargeBinary(32)))
    op.add_column("frozen", sa.Column("hash", sa.LargeBinary(32)))
    op.create_table("banned", sa.Column("network", sa.String(64), primary_key=True))
    op.create_table("deleted", sa.Column("match", sa.String(12), primary_key=True))
