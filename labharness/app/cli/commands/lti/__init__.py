"""The Lab Test Interface."""
