"""The Board's games: what each chapter permits and asks, and the exact odds."""
