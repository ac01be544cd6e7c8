"""What is packaged and what a workspace adds: plans, games, checks, and their tables."""
