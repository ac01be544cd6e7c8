"""Evidence as people look at it: runs, records, transfers, photographs; exported, and verified from elsewhere."""
