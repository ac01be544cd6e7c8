"""A verdict with its qualifiers: one value."""

import pytest

from labharness.language.standings import standing_words
from labharness.model.results import Ending, Outcome, Phase, Qualifier, standing_of

FLAGS = {each.value: each for each in Qualifier if each is not Qualifier.ORIGIN_UNKNOWN}


@pytest.mark.parametrize("phase", [each for each in Phase if each is not Phase.ENDED])
def test_what_has_not_ended_has_no_verdict(phase):
    standing = standing_of(Outcome.PASS, phase, simulated=True)
    assert (standing.phase, standing.verdict) == (phase, None)
    words = standing_words(standing)
    assert words.endswith(", simulated")
    assert not any(each.value in words for each in Outcome)


@pytest.mark.parametrize("ending", [each for each in Ending if each is not Ending.COMPLETE])
def test_a_pass_that_is_not_complete_is_none(ending):
    assert standing_of(Outcome.PASS, ending=ending).verdict is Outcome.INCONCLUSIVE
    assert standing_of(Outcome.FAIL, ending=ending).verdict is Outcome.FAIL


@pytest.mark.parametrize("name", FLAGS)
def test_every_qualifier_is_said(name):
    standing = standing_of(Outcome.PASS, **{name: True})
    assert standing.qualifiers == (FLAGS[name],)
    assert standing_words(standing) != standing_words(standing_of(Outcome.PASS))


def test_an_end_without_a_verdict_is_not_judged_and_a_device_of_which_nothing_is_known_not_taken_for_a_real_one():
    assert standing_of(None).phase is Phase.NOT_JUDGED
    assert standing_of(Outcome.PASS, simulated=None).qualifiers == (Qualifier.ORIGIN_UNKNOWN,)
