import pytest

from labharness.language.catalogue import Language


@pytest.fixture
def reworded(monkeypatch):
    """Every sentence and term of the catalog is another one: each begins with XX."""
    template, term = Language.template, Language.term
    monkeypatch.setattr(Language, "template", lambda self, code: f"XX {template(self, code)}")
    monkeypatch.setattr(Language, "term", lambda self, value: f"XX {term(self, value)}")
