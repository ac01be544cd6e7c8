"""Suites as TOML: checks for files that no device of ours recorded."""
