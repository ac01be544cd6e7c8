"""What checks of rounds share."""
