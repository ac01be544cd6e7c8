"""What records hold of errors becomes words again, whatever stands there."""

from labharness.errors import ProtocolError
from labharness.language.recorded import asked, sentences, with_reasons, worded
from labharness.model.reasons.adapter import Adapters
from labharness.model.reasons.wire import Wire

NO_CARDS = ProtocolError(Adapters.IN_FILE(file="7.deck", why=(Wire.NO_QUESTION(), "An older error.")))


def test_reasons_and_texts_of_an_error_come_back_as_sentences():
    assert sentences([*NO_CARDS.dumped(), "As it was."]) == [
        "File 7.deck: The adapter read an answer before it asked a question. Correct the adapter; An older error.",
        "As it was.",
    ]


def test_what_is_no_reason_is_shown_as_it_is():
    shown = sentences([{"code": "wire.lost", "parameters": {}}, {"reason": 1}, {"code": "not.installed"}])
    assert shown == ["{'code': 'wire.lost', 'parameters': {}}", "{'reason': 1}", "not.installed."]


def test_a_records_own_text_stands_before_its_reasons():
    reasons = ProtocolError(Wire.NO_QUESTION()).dumped()
    sentence = "The adapter read an answer before it asked a question. Correct the adapter."
    assert worded({"why": "It differs", "reasons": reasons}, "why") == f"It differs. {sentence}"
    assert worded({"why": "", "reasons": reasons}, "why") == sentence
    assert worded({"why": "as planned"}, "why") == "as planned"
    assert with_reasons("", []) == ""


def test_a_prompt_says_first_why_it_is_put_again():
    data = {"reasons": ["Two cards are missing."]}
    assert asked({"text": "Read the deck.", "data": data}) == "Two cards are missing. Read the deck."
    assert asked({"text": "Read the deck.", "data": {}}) == "Read the deck."
