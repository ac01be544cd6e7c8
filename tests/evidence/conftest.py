import os
import tempfile
from pathlib import Path

import pytest

from tests.support.runs import tiny_run

MEMORY = "/dev/shm"


@pytest.fixture
def tmp_path():
    """A folder in memory where there is such a thing: these tests sync thousands of times."""
    place = MEMORY if os.access(MEMORY, os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="labharness-test-", dir=place) as folder:
        yield Path(folder)


@pytest.fixture
def tiny(tmp_path):
    return tiny_run(tmp_path / "tiny")
