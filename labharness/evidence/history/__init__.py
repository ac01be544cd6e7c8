"""What the records of a run add up to."""
