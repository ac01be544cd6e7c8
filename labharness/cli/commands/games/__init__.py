"""The Board's games: sets, requirements and exact odds of each chapter."""
