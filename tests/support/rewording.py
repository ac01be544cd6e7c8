"""Another wording of every sentence of the catalog: what compares codes and values does not notice it."""

from labharness.language.catalog import Language

MARK = "XX "


def rewritten(monkeypatch):
    """Begin every sentence and every term of the catalog with ``XX``."""
    template, term = Language.template, Language.term

    def marked(self, code):
        result = template(self, code)
        return result if result is None else f"{MARK}{result}"

    monkeypatch.setattr(Language, "template", marked)
    monkeypatch.setattr(Language, "term", lambda self, value: f"{MARK}{term(self, value)}")
