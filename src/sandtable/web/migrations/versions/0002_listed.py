"""An index for the list of matches that may be watched, which was a walk through all of them."""

from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make it."""
    op.create_index("matches_listed", "matches", ["listed", "moved"])
