"""The views of submissions and reports."""
