"""A plan that declares its generator says whether the outcomes identify it."""

import re

import pytest

from labharness.assessment.declared_generator import declared_generator
from labharness.model.reasons.game import Identifications
from labharness.plans.frozen import find_plan, freeze

RNG, DECKS = "pai-gow-poker-645a-starting-position", "blackjack-633a-batch-shuffler"


def declared(plan, generator, **numbers):
    text = find_plan(plan)[0].decode()
    line = f'generator = "{generator}"\n' if generator else ""
    text = re.sub(r"(?m)^device_class = .*\n", lambda match: match[0] + line, text, count=1)
    for key, number in numbers.items():
        text = re.sub(rf"(?m)^{key} = \d+$", f"{key} = {number}", text)
    return declared_generator(freeze(text.encode(), "test.toml"))


@pytest.mark.parametrize(
    ("plan", "generator", "needed"),
    [
        (RNG, "java.util.Random", 57),
        (RNG, "MT19937", 15_151),
        (RNG, "mt19937", 15_151),
        (RNG, "glibc rand (TYPE_3)", 23_033),
        (DECKS, "java.util.Random", None),
    ],
)
def test_a_generator_in_reach_is_identified_here(plan, generator, needed):
    reason = declared(plan, generator)

    assert reason.is_a(Identifications.IDENTIFIED_HERE)
    assert reason["generator"].casefold() == generator.casefold()
    assert reason["needed"] <= reason["recorded"]
    assert needed in {None, reason["needed"]}


@pytest.mark.parametrize(
    ("plan", "generator"),
    [
        (RNG, "ChaCha20"),
        (RNG, "a generator of our own"),
        (RNG, "Python random.seed(seed)"),  # a search of some seeds
        (DECKS, "glibc rand (TYPE_3)"),  # one range of outcomes only
    ],
)
def test_any_other_one_is_a_matter_of_the_source(plan, generator):
    assert declared(plan, generator) == Identifications.REVIEW_THE_SOURCE(generator=generator)


def test_a_sample_that_is_too_small_identifies_nothing():
    assert declared(RNG, "MT19937", units=2_000).is_a(Identifications.REVIEW_THE_SOURCE)


def test_a_plan_that_declares_none_says_nothing():
    assert declared(RNG, None) is None
