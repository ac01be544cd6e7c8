"""How flawed devices make their units, in plain NumPy: what power is computed for, and simulators are made of."""
