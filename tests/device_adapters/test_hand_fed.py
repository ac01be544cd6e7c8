from dataclasses import replace

import numpy as np
import pytest

from device_adapters.hand_fed import MOST_TRIES, HandFed, HandFedCode
from labharness.devices.adapter import AcquireRequest, info_of
from labharness.errors import ProtocolError
from labharness.model.device import CountReport, SoftwareComponent
from labharness.model.observations import Kind, Source
from labharness.model.reasons.conduct import Adapters
from labharness.reason import dump_reason, load_reason
from tests.support.links import People
from tests.support.reasons import refused

DECK = np.arange(52, dtype=np.uint16)


def test_the_name_plate_becomes_an_identity():
    identity = HandFed(People(" Shuffle Co ; MD-1; 00\x1b[2J7 ;none;batch_shuffler\n")).identify()
    assert (identity.manufacturer, identity.model, identity.serial) == ("Shuffle Co", "MD-1", "00?[2J7")
    assert (identity.hardware, identity.device_class) == ("none", "batch_shuffler")
    assert identity.protocol == "none: fed by hand"
    assert HandFed(People("READY\x07")).status().mode == "READY?"
    assert HandFed(People()).safe_state() is None
    assert info_of(HandFed).source is Source.HAND_ENTERED


def test_a_slip_is_asked_again_and_says_why():
    for slip in ("", "Shuffle Co", "a;b;c;d", "a;b;c;d;", "a;b;c;d;e;f"):
        people = People(slip, "a;b;c;d;batch_shuffler")
        assert HandFed(people).identify().device_class == "batch_shuffler", slip
        assert people.questions[1]["data"]["reasons"] == [dump_reason(HandFedCode.FIVE_FIELDS())], slip
        assert [question["action"] for question in people.questions] == ["identify"] * 2, slip


def test_slips_without_end_are_an_error():
    people = People(*["x"] * MOST_TRIES)
    assert refused(ProtocolError, HandFed(people).identify) == (
        HandFedCode.NOT_UNDERSTOOD(action="identify", why=(HandFedCode.FIVE_FIELDS(),)),
    )
    assert len(people.questions) == MOST_TRIES


@pytest.mark.parametrize(
    ("answer", "component"),
    [
        ("Deck Master; 2.1", SoftwareComponent("Deck Master", "2.1", "none", "")),
        ("Deck Master", SoftwareComponent("Deck Master", "not shown", "none", "")),
    ],
)
def test_a_label_has_no_hash(answer, component):
    assert HandFed(People(answer)).software() == (component,)


def test_cards_put_in_and_cards_inside_are_counted():
    for answer, report in (
        ("52", (52, 52, True)),
        ("51; 52", (51, 52, False)),
        ("0;52", (0, 52, False)),
        ("51\x1c;\x1d52", (51, 52, False)),  # separators of files
    ):
        assert HandFed(People(answer)).count() == CountReport(*report, "counted by hand"), (answer, report)
    for answer, report in (("52", (52, 52, True)), ("51", (51, 52, False)), (" 53 ", (53, 52, False))):
        people = People(answer)
        assert HandFed(people).load(DECK) == CountReport(*report, "counted by hand"), (answer, report)
        assert people.questions[0]["data"]["cards"].startswith("AS 2S 3S"), (answer, report)


def test_a_number_that_is_none_is_asked_again():
    for slip in ("fifty-two", "", "-1", "5 2", "52;x", "٥٢", "1234567", "1e2"):
        people = People(slip, "52; 52")
        assert HandFed(people).count().inside == 52, slip
        (reason,) = map(load_reason, people.questions[1]["data"]["reasons"])
        assert reason.is_a(HandFedCode.NOT_A_COUNT), slip


def test_orders_are_never_reported_by_a_machine_without_a_port():
    assert refused(ProtocolError, HandFed(People()).acquire, AcquireRequest(Kind.SHUFFLE, 1)) == (
        Adapters.OTHER_KIND(adapter="hand_fed", kind=Kind.SHUFFLE),
    )


THROW = AcquireRequest(Kind.DRAW, 3, low=1, high=6)


def test_outcomes_are_entered_twice_and_must_agree():
    people = People("6 2 1", "6,2;1")
    (result,) = HandFed(people).acquire(THROW)
    assert result.values.tolist() == [6, 2, 1]
    assert [question["action"] for question in people.questions] == ["draw", "outcomes"]
    assert [question["text"].split(":")[0] for question in people.questions] == [
        "First person",
        "Second person",
    ]
    assert "6 2 1" not in people.questions[1]["text"]


def test_entries_that_differ_are_shown_and_nothing_is_worked_again():
    people = People("6 2 1", "6 5 1")
    assert refused(ProtocolError, HandFed(people).acquire, THROW) == (
        Adapters.ENTRIES_DIFFER(place=2, first="2", second="5"),
    )
    people = People("6 5 1", "6 5 1")
    (result,) = HandFed(people).acquire(replace(THROW, again=True))
    assert result.values.tolist() == [6, 5, 1]
    assert [question["action"] for question in people.questions] == ["outcomes", "outcomes"]
    assert "work nothing" in people.questions[0]["text"]


def test_outcomes_that_cannot_be_are_asked_for_again_with_line_and_column():
    people = People("1 2", "1 2 7", "1 2 x", "6, 2, 1", "6 2 1 1", "6 2 1")
    (result,) = HandFed(people).acquire(THROW)
    assert result.values.tolist() == [6, 2, 1]
    asked = {"units": 3, "low": 1, "high": 6}
    why = [
        None,
        Adapters.OTHER_AMOUNT(entered=2, requested=3, low=1, high=6),
        Adapters.NOT_A_NUMBER(line=1, column=5, word="7", low=1, high=6),
        Adapters.NOT_A_NUMBER(line=1, column=5, word="x", low=1, high=6),
        None,
        Adapters.OTHER_AMOUNT(entered=4, requested=3, low=1, high=6),
    ]
    assert [question["data"] for question in people.questions] == [
        {**asked, "reasons": [dump_reason(each)]} if each else asked for each in why
    ]
    persons = [question["text"].partition(" person")[0] for question in people.questions]
    assert persons == ["First"] * 4 + ["Second"] * 2
