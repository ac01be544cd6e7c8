"""The form of an act: what is entered is what the act takes, within its limits, and nothing else."""

from pathlib import Path

import pytest

from labharness.acts import queue, report
from labharness.acts.analyze import analyze
from labharness.acts.declaring import Seat
from labharness.analysis.sampling.files.source import Observes
from labharness.gui.kit.forms.act_form import ActForm
from tests.support.seats import Seats
from tests.support.window.hands import fill


@pytest.fixture
def show(qtbot):
    def show(*given, **options):
        return qtbot.addWidget(ActForm(*given, **options))

    return show


def test_what_is_entered_has_the_type_of_the_parameter_and_else_the_act_decides(show, tmp_path):
    form = show(
        analyze,
        ("observes", "level", "decks", "power", "buffer"),
        offers={"power": [("40", "forty")]},
        limits={"level": (0.0001, 0.05)},
    )
    assert form.take() == {"level": 0.01}
    fill(form, observes="outcomes", decks=6, power="40")
    assert form.take() == {"level": 0.01, "observes": Observes.OUTCOMES, "decks": 6, "power": 40}
    form = show(report.verify, ("trust", "signers"), folder=tmp_path)
    fill(form, trust=" one.pem ", signers="list.json")
    assert form.take() == {"trust": [tmp_path / "one.pem"], "signers": tmp_path / "list.json"}
    box = show(queue.add, ("repeat",)).rows["repeat"].editor.box
    assert (box.minimum(), box.maximum(), box.value()) == (1, 1000, 1)


def test_a_field_that_does_not_apply_is_not_given(show):
    form = show(analyze, ("observes", "decks"))
    fill(form, observes="decks", decks=6)
    form.allow(fixed={"decks": "A file of this content has none."})
    assert form.take() == {"observes": Observes.DECKS}
    form.setEnabled(False)  # while it is done
    assert form.take() == {"observes": Observes.DECKS}


def test_what_lacks_something_says_what_and_is_never_begun(show):
    form = show(report.trial_key, ("file", "ask"), twice=True)
    assert "“File”" in form.lack
    with pytest.raises(AssertionError):
        form.order(Seats(print))
    fill(form, file="/lab/a.p12")
    assert form.lack  # a new pass phrase


def test_who_acts_is_chosen_and_a_pass_phrase_is_given_once(show):
    form = show(
        report.sign, ("by", "key", "ask"), offers={"by": [("a", "A"), ("b", "B")]}, values={"by": "b"}
    )
    fill(form, key="/lab/a.p12", ask=" four words ")
    order = form.order(Seat(None), number="r1")

    assert (order.func.__self__.by, order.keywords["key"]) == ("b", Path("/lab/a.p12"))
    assert order.keywords["ask"]("") == " four words "
    assert "four" not in repr(order)
    assert form.rows["ask"].editor.value == ""
