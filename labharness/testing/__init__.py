"""The test kit for authors of checks, adapters and plans."""
