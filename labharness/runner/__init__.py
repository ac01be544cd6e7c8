"""The runner: the only process that writes a run."""
