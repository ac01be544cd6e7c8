"""Devices beside the simulated ones that hold the conformance check to each rule, and the packaged test vectors."""
