"""The room Settings: what the laboratory sets for itself, and how one person's window looks."""
