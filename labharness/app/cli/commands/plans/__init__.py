"""Test plans: list them, make one, or check a file before it is used."""
