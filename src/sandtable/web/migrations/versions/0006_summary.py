"""What the list of matches shows of a match, so that it needs no match rebuilt."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add the column."""
    op.add_column("matches", sa.Column("summary", sa.Text))
