"""Sections of reports, one file each, found by folder; their order and their words stand in TOML files."""
