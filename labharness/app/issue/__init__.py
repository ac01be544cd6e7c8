"""From a drawn report to a signed, verified and amended bundle."""
