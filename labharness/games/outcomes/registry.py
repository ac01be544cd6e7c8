"""All rules by name, found by folder: those of every module here that has ``RULES``."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from labharness.errors import InputError
from labharness.games import outcomes
from labharness.games.outcomes.rule import Rule
from labharness.model.reasons.inputs import Inputs, Noun


def _rules() -> dict[str, Rule]:
    """Return the rules in the order of their modules; raises :class:`RuntimeError` where two have the same name."""
    rules: dict[str, Rule] = {}
    for file in iter_modules(outcomes.__path__, f"{outcomes.__name__}."):
        if file.name == __name__:
            continue
        for each in getattr(import_module(file.name), "RULES", ()):
            if rules.setdefault(each.name, each) is not each:
                raise RuntimeError(f"Two rules of outcomes are named {each.name!r}; rename one.")
    return rules


RULES = _rules()
"""Rules in the order of their modules."""


def rule(name: str) -> Rule:
    """Return the rule of a name; raises :class:`InputError` naming those there are.

    Examples
    --------
    >>> from labharness.model.cards import CardSet
    >>> law = rule("baccarat-result").law(CardSet.of_decks("shoe", 8))
    >>> law["tie"] * 4998398275503360
    Fraction(475627426473216, 1)
    """
    if name not in RULES:
        raise InputError(Inputs.UNKNOWN(what=Noun.RULE, name=name, known=tuple(sorted(RULES))))
    return RULES[name]
