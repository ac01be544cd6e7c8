import pytest

from tests.support.rewording import rewritten


@pytest.fixture
def reworded(monkeypatch):
    """Every sentence and term of the catalog is another one: each begins with XX."""
    rewritten(monkeypatch)
