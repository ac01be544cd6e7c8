"""Transports, one module for each URL scheme and named after it."""
