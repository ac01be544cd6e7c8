"""The room of reports: built, read page by page, signed role by role, verified."""
