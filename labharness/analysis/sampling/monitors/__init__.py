"""Monitors: what bets against a device while its sample is recorded."""
