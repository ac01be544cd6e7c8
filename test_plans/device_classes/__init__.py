"""Plans of one device class each, completed by a game: see labharness.plans.frozen."""
