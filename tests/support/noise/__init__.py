"""Simulated generators of raw bytes with public protocols, written from the protocols' facts."""
