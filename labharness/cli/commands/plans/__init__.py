"""Test plans: list, compose, copy and check them."""
