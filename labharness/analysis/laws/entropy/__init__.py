"""Entropy of noise sources after NIST SP 800-90B (2018): estimates, tests of independence, health tests."""
