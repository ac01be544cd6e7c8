"""English, as an American laboratory writes it: one module for each area of codes, and the terms."""
