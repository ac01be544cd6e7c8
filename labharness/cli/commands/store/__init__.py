"""Copy runs to the laboratory's store of evidence, and fetch those of other benches."""
