"""The forms that start a run."""
