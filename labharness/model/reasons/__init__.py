"""The codes of the product's own reasons: one enumeration for each area, in a module of its name."""
