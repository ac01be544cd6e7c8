"""The queue's database: one of its own beside the register, an SQLite file or the laboratory's PostgreSQL."""
