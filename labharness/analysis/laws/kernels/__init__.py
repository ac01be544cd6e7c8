"""Compiled inner loops, by what they read; see :mod:`labharness.analysis.laws.kernels.compiled`."""
