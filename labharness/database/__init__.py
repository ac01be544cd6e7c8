"""Databases: SQLite or PostgreSQL behind one way to read and one way to write, and their revisions."""
