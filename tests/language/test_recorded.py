"""What records hold becomes words."""

from labharness.evidence.records.people import PromptBody, PromptData
from labharness.language.run_groups import asked, worded
from labharness.model.reasons.conduct import Adapters, Ask
from labharness.model.reasons.wire import Wire
from labharness.reason import quoted


def test_reasons_and_texts_of_people_become_sentences():
    in_file = Adapters.IN_FILE(file="7.deck", why=(Wire.NO_QUESTION(), quoted("Somebody wrote this.")))
    assert worded((in_file, quoted("As it was."))) == (
        "File 7.deck: The adapter read an answer before it asked a question. Correct the adapter; "
        "Somebody wrote this. As it was."
    )
    assert worded(()) == ""


def test_a_prompt_says_first_why_it_is_put_again():
    data = PromptData(reasons=(Ask.NEEDS_COMMENT(),))
    again = PromptBody(
        prompt=1, action="look", asks=(quoted("Look at the deck."), Ask.IS_IT_SO()), data=data, timeout_s=9
    )
    assert asked(again) == "This answer needs a comment. Look at the deck. Is this what you see?"
    first = again.model_copy(update={"data": PromptData()})
    assert asked(first) == "Look at the deck. Is this what you see?"
