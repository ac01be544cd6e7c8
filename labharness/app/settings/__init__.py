"""What the laboratory sets for itself: its people, its name, whom it trusts, and the settings of a workspace."""
