"""The submission register: entries and an append-only audit chain in a database."""
