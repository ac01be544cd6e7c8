"""How flawed devices make their units: what power is computed for."""
