"""Parts that several plans have in common: see labharness.plans.frozen."""
