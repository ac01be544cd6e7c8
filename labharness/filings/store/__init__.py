"""The register: an append-only, hash-chained database of submissions."""
