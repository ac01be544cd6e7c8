"""The results of a run: from the verdict to each check, each unit, its record, and the bytes that were recorded."""
