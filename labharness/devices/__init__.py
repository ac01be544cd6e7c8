"""Transports, the tap that records them, and the adapter protocol."""
