"""Clauses of general law and dispositions, as staff keep them in files."""

from __future__ import annotations

from functools import lru_cache
from importlib import resources
from typing import Annotated, Literal

from pydantic import Field, model_validator

from labharness.games.mistakes import Data, Slug, Text, parse
from labharness.model.reasons.plan import Plans
from labharness.model.results import Tail
from labharness.plans.plan import FamilyLevel, Level

SEEN = "seen"
UNLISTED = "not in the list of clauses"
MODELED = ("inferred", "sister")
"""Wordings of rules about other devices or of other states, after which the laboratory models a criterion."""


class Clause(Data):
    """A clause in our words, and how sure its wording is.

    Parameters
    ----------
    clause
        How citations of it begin.
    confidence, names, tail
        Of the statistical tests that it demands, as in :class:`~labharness.plans.plan.Citation`.
    tests
        How many kinds of tests it names, None where that is not known.
    reading
        What its wording leaves open about the level, and how the laboratory reads it.
    """

    clause: Text
    status: Literal["seen", "seen in part", "sister", "remembered", "inferred"]
    text: Text
    source: Text
    confidence: Annotated[float, Field(ge=0.5, lt=1)] | None = None
    names: Literal["one", "several", "none"] = "none"
    tail: Tail = Tail.RIGHT
    tests: Annotated[int, Field(ge=1)] | None = None
    reading: Text | None = None

    @model_validator(mode="after")
    def _stated(self) -> Clause:
        if (self.names == "none") != (self.confidence is None):
            raise ValueError(Plans.CONFIDENCE_AND_NAMES())
        return self


class Standard(Data):
    """Levels that the laboratory holds every plan to.

    Parameters
    ----------
    confidence
        Of a test under a clause that the file does not list.
    laboratory_level, fail_fraction, retest_fraction
        As in :class:`~labharness.plans.plan.DecisionRule`.
    homogeneity_level
        Family-wise level at which units, versions and card sets of a submission are compared.
    """

    confidence: Annotated[float, Field(ge=0.5, lt=1)]
    laboratory_level: FamilyLevel
    fail_fraction: Level
    homogeneity_level: FamilyLevel
    retest_fraction: Annotated[float, Field(gt=0, le=1)]


class Disposition(Data):
    """What a report may recommend.

    Parameters
    ----------
    approves
        Whether the device may be used if it is followed; nothing may then stand against it.
    conditions
        Whether it needs conditions.
    """

    id: Slug
    title: Text
    text: Text
    approves: bool = False
    conditions: bool = False


class _Law(Data):
    schema_: Literal[1] = Field(alias="schema")
    standard: Standard
    clauses: Annotated[tuple[Clause, ...], Field(min_length=1)]

    @model_validator(mode="after")
    def _once(self) -> _Law:
        names = [clause.clause for clause in self.clauses]
        if twice := sorted({name for name in names if names.count(name) > 1}):
            raise ValueError(f"clauses occur twice: {', '.join(twice)}")
        return self


class _Dispositions(Data):
    schema_: Literal[1] = Field(alias="schema")
    dispositions: Annotated[tuple[Disposition, ...], Field(min_length=1)]


@lru_cache(maxsize=1)
def _law() -> _Law:
    return parse(_Law, resources.files("reports").joinpath("law.toml").read_bytes(), "law.toml")


def clauses() -> tuple[Clause, ...]:
    """Return the clauses of ``reports/law.toml``."""
    return _law().clauses


def standard() -> Standard:
    """Return the levels of ``reports/law.toml`` that the laboratory holds every plan to."""
    return _law().standard


@lru_cache(maxsize=1)
def dispositions() -> tuple[Disposition, ...]:
    """Return the dispositions of ``reports/dispositions.toml``."""
    content = resources.files("reports").joinpath("dispositions.toml").read_bytes()
    return parse(_Dispositions, content, "dispositions.toml").dispositions


def disposition(id_: str) -> Disposition | None:
    """Return a disposition, or None where the file has no such one any more."""
    return next((each for each in dispositions() if each.id == id_), None)


@lru_cache(maxsize=1024)
def clause_of(citation: str) -> Clause | None:
    """Return the clause that a citation begins with, the longest that fits."""
    fitting = [clause for clause in clauses() if _begins(citation, clause.clause)]
    return max(fitting, key=lambda each: len(each.clause), default=None)


def _begins(citation: str, clause: str) -> bool:
    """Whether a citation is of a clause: § 461a.41 is not of § 461a.4."""
    rest = citation[len(clause) :]
    return citation.startswith(clause) and not rest[:1].isalnum()


def wording(citation: str, own: str = SEEN) -> str:
    """Say how sure a citation's wording is; the less sure of what its author and the file say.

    Parameters
    ----------
    own
        The status that a plan gives it.
    """
    if own != SEEN:
        return own
    clause = clause_of(citation)
    return clause.status if clause else UNLISTED
