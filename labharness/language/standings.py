"""The words of a standing: the verdict and every qualifier, in one phrase that is never cut."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from labharness.language.catalog import term
from labharness.model.standing import Qualifier, Standing


@lru_cache(1024)
def standing_words(standing: Standing) -> str:
    """Return a verdict with what qualifies it, or why there is none.

    Examples
    --------
    >>> standing_words(standing_of(Outcome.PASS, simulated=True))
    'PASS, simulated'
    >>> standing_words(standing_of(None, Phase.AT_WORK, simulated=True))
    'At work, simulated'
    """
    word = term(standing.phase) if standing.verdict is None else standing.verdict.value
    return qualified(word, standing.qualifiers)


def qualified(word: str, qualifiers: Iterable[Qualifier]) -> str:
    """Return what a part of something came to, such as a check of a run, with what qualifies the whole."""
    return ", ".join([word, *map(term, qualifiers)])
