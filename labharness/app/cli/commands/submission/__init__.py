"""The submission register: what was filed, by whom, and every change of it."""
