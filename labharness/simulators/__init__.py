"""Simulated devices: exact models of machines, faults to give them, and the bench around a portless one."""
