"""Rules of outcomes by folder."""

import sys

import pytest

from labharness.games import outcomes
from labharness.games.outcomes import registry

PLANTED = """\
from dataclasses import replace

from labharness.games.outcomes.baccarat import RULES as THEIRS

RULES = (replace(THEIRS[0], name={name!r}),)
"""


@pytest.fixture
def plant(tmp_path, monkeypatch):
    def plant(name):
        (tmp_path / "zz_planted.py").write_text(PLANTED.format(name=name), "utf-8")
        monkeypatch.setattr(outcomes, "__path__", [*outcomes.__path__, str(tmp_path)])

    yield plant
    sys.modules.pop("labharness.games.outcomes.zz_planted", None)
    vars(outcomes).pop("zz_planted", None)


def test_a_rule_is_found_in_any_file_of_the_folder(plant):
    plant("planted")

    assert list(registry._rules()) == [*registry.RULES, "planted"]


def test_two_rules_of_one_name_are_refused(plant):
    plant("baccarat-result")

    with pytest.raises(RuntimeError, match="baccarat-result"):
        registry._rules()
