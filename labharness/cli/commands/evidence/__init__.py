"""Look at recorded evidence: records, transfers, photographs; export a run, verify one from elsewhere."""
