"""What checks of outcomes share."""
