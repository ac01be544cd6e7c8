"""The tour of a first start, on a simulated device."""
