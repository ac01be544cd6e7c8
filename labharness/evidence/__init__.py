"""The run as evidence: ledger, raw segments, run folder, verification."""
