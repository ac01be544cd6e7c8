"""Queue runs for a bench, whose worker conducts them unattended."""
