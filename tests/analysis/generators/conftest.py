"""Searches of this folder are those that users have."""

import pytest


@pytest.fixture(autouse=True)
def _whole(whole_searches):
    """Take the whole budget."""
