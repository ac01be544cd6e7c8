"""Queues and workers of benches: services for the command line and the window."""
