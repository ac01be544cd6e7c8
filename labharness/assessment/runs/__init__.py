"""One run: its course, its verdict, and what its records set against a pass."""
