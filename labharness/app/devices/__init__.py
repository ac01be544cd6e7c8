"""Devices on a desk: what is connected, what a run needs before it starts, leases, authentication."""
