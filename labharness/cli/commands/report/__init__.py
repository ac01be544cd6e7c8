"""Reports of a run, of a submission under § 461a.4, or of a night."""
