"""Run by Alembic: the store hands over its own connection."""

from alembic import context

from sandtable.web.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
