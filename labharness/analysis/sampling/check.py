"""What a check is: a description and two pure functions.

A check is a class whose fields are its parameters, with ``tally(block) -> Tally`` (what the block adds) and
``judge(tally, population) -> CheckResult`` (what the counts mean), under the :func:`check` decorator, which
makes it a frozen dataclass.  The merge law holds for every split of a sample::

    tally(ab) == tally(a).merge(tally(b with the end of a as context))
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeVar, dataclass_transform

from labharness.analysis.sampling.block import Block
from labharness.analysis.sampling.population import Population
from labharness.analysis.sampling.tally import Tally
from labharness.model.observations import Kind
from labharness.model.results import CheckResult


class Check(Protocol):
    """A configured check."""

    def tally(self, block: Block) -> Tally:
        """Return what the block adds."""
        ...

    def judge(self, tally: Tally, population: Population) -> CheckResult:
        """Return what the counts of a whole sample mean."""
        ...


@dataclass(frozen=True, slots=True)
class CheckInfo:
    """Description of a check.

    Parameters
    ----------
    name
        The module's name; plans use it.
    title
        What a report calls it.
    observes
        Kinds of observation that it reads.
    counting
        True where it counts violations, False where it has a p-value.
    unit
        What is independent under the null: shuffle, round, deal, outcome, bit.
    look_back
        Units of context that ``tally`` needs.
    reference
        Author, year, section.
    hypothesis
        The null hypothesis in one sentence.
    null_law
        The law of its statistic under the null hypothesis; begins with ``counting`` where it counts violations.
    applies_from
        The smallest sample that it judges.
    version
        Raised with every change that can change a result.
    determinant
        Whether it reads only deals whose rounds a determinant card opens.
    bound
        Whether its p-value is an upper bound, such as that of an e-process: small ones are rarer than they say.
    slow
        Seconds that judging a long sample takes, where it takes a tenth or more: several processes begin with the longest.
    names_programs
        Whether it finds known programs alone. Simulated defects, which none of them makes, leave it out.
    """

    name: str
    title: str
    observes: frozenset[Kind]
    counting: bool
    unit: str
    look_back: int
    reference: str
    hypothesis: str
    null_law: str
    applies_from: str
    version: int
    determinant: bool
    bound: bool
    slow: float
    names_programs: bool


CheckClass = TypeVar("CheckClass", bound=type)
INFO = "__check__"


@dataclass_transform(frozen_default=True)
def check(
    *,
    title: str,
    observes: Kind | tuple[Kind, ...],
    unit: str,
    reference: str,
    hypothesis: str,
    null_law: str,
    applies_from: str,
    counting: bool = False,
    look_back: int = 0,
    version: int = 1,
    determinant: bool = False,
    bound: bool = False,
    slow: float = 0.0,
    names_programs: bool = False,
    name: str = "",
) -> Callable[[CheckClass], CheckClass]:
    """Make a class a frozen dataclass with a description; its name is that of its module unless it is given."""

    def attach(cls: CheckClass) -> CheckClass:
        if "__dataclass_fields__" not in vars(cls):
            dataclass(frozen=True)(cls)  # in place
        info = CheckInfo(
            name=name or cls.__module__.rpartition(".")[2],
            title=title,
            observes=frozenset(observes if isinstance(observes, tuple) else (observes,)),
            counting=counting,
            unit=unit,
            look_back=look_back,
            reference=reference,
            hypothesis=hypothesis,
            null_law=null_law,
            applies_from=applies_from,
            version=version,
            determinant=determinant,
            bound=bound,
            slow=slow,
            names_programs=names_programs,
        )
        setattr(cls, INFO, info)
        return cls

    return attach


def info_of(check_class: type) -> CheckInfo:
    """Return the description of a check class."""
    info = getattr(check_class, INFO)
    assert isinstance(info, CheckInfo)
    return info
