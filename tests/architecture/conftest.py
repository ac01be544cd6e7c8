import gc

import pytest


@pytest.fixture(scope="module", autouse=True)
def _trees_are_no_garbage():
    """Syntax trees of the whole house live to the end: looking at each again and again took three quarters of the time."""
    gc.disable()
    yield
    gc.freeze()
    gc.enable()
