"""The views of one run."""
