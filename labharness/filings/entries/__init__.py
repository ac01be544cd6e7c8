"""The entries of a submission as typed data."""
