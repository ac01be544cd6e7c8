"""The room of evidence: integrity of every run, its ledger record by record, photographs, export, bundles from elsewhere."""
