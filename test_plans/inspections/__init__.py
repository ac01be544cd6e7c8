"""What is looked at on devices: see labharness.plans.filling."""
