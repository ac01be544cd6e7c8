"""The analysis of a file of numbers or card orders: about the file, never about a device."""
