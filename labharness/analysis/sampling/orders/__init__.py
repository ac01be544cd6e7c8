"""What checks of shuffles and deals share."""
