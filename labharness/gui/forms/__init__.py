"""Forms of register entries, generated from their typed models."""
