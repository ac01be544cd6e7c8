"""A plan as its file has it: where each key stands, changes that leave all else as it is, and mistakes at their lines."""
