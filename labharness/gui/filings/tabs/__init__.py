"""The parts of a submission's page, with the rows of their tables."""
