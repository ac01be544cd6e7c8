"""What the banner says of a run that has ended: its verdict, and the first sentences of it."""

from __future__ import annotations

from labharness.gui.kit.run_standing import RunStanding, tone_of
from labharness.gui.kit.words import tr
from labharness.gui.results.result_facts import ResultFacts
from labharness.language.standings import standing_words
from labharness.reporting.banners import UNVERIFIED

MOST = 3
"""Sentences of the verdict that the banner holds."""


def result_standing(facts: ResultFacts) -> RunStanding:
    """Return the verdict, and the first of its sentences; what is wrong with the record comes before them."""
    problems = [f"{UNVERIFIED}: {facts.problems[0]}"] if facts.problems else []
    sentences = [*problems, *facts.sentences]
    sentence = sentences[:MOST]
    if rest := len(sentences[MOST:]):
        sentence.append(tr("{rest} more in the report.", rest=rest))
    return RunStanding(tone_of(facts.standing), standing_words(facts.standing), " ".join(sentence))
