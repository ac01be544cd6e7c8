"""Test plans: frozen, versioned TOML files that say what is done and how it is decided."""
