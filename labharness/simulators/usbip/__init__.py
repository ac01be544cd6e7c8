"""A USB device in Python, served over USB/IP."""
