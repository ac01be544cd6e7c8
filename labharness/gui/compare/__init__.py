"""Two runs side by side: facts, checks, charts on shared axes; no test of a difference that no plan declared."""
