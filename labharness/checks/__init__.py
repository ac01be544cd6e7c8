"""Statistical and counting checks, one file each, found by folder."""
