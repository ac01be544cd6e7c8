"""Bodies of ledger records: one frozen model for each type of record."""
