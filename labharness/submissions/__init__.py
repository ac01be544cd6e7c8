"""What a manufacturer filed under § 461a.4, and what the laboratory wrote down about it."""
