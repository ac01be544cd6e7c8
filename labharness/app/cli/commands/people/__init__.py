"""Who may do what: the laboratory's people and their roles."""
