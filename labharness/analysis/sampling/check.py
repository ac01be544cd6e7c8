"""What a check is: a description, two pure functions, and what a sample must have for it.

A check is a class whose fields are its parameters, with ``tally(block) -> Tally`` (what the block adds) and
``judge(tally, population) -> CheckResult`` (what the counts mean), under the :func:`check` decorator, which
makes it a frozen dataclass.  The merge law holds for every split of a sample::

    tally(ab) == tally(a).merge(tally(b with the end of a as context))

Exact, mergeable counts: the only state a check may keep between blocks.

A check that is not judged says so at once: :func:`refuse` ends its ``judge`` with a result that gives the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, Protocol, TypeVar, dataclass_transform

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.laws.intervals import accept_fields
from labharness.analysis.sampling.tables import Block, Population
from labharness.model.observations import Kind
from labharness.model.reasons.decision import Details, Irregular, Sample
from labharness.model.results import CheckResult, Counted
from labharness.reason import Reason


class NotApplicableError(Exception):
    """Ends the judging of a check that does not apply; holds its result."""

    def __init__(self, result: CheckResult) -> None:
        super().__init__(result)
        self.result = result


def refuse(units: int, reason: Reason | None, details: tuple[Reason, ...] = ()) -> None:
    """End the judging of a check, which read these units, where there is a reason not to judge them."""
    if reason:
        raise NotApplicableError(CheckResult(units, details=details, not_applicable=reason))


def refuse_if(condition: object, units: int, reason: Reason, details: tuple[Reason, ...] = ()) -> None:
    """End the judging of a check for a reason where a condition holds."""
    refuse(units, reason if condition else None, details)


def answering(judge: Callable[..., CheckResult]) -> Callable[..., CheckResult]:
    """Return a ``judge`` that returns the result of a check that refused its sample."""

    @wraps(judge)
    def answered(*values: Any) -> CheckResult:
        try:
            return judge(*values)
        except NotApplicableError as refused:
            return refused.result

    return answered


def too_few(
    recorded: int, needed: int, what: Counted, size: int = 0, of: Counted | None = None
) -> Reason | None:
    """Return a reason where fewer items were recorded than are needed.

    Parameters
    ----------
    recorded, needed
        Items there are, and items that the law asks for.
    what
        The items.
    size, of
        What each item consists of, where it is a block of others.

    Examples
    --------
    >>> too_few(9, 10, Counted.BLOCKS, 128, Counted.BITS) == Sample.TOO_FEW_OF_SIZE(
    ...     needed=10, recorded=9, what=Counted.BLOCKS, size=128, of=Counted.BITS
    ... )
    True
    """
    if recorded >= needed:
        return None
    if of is None:
        return Sample.TOO_FEW(needed=needed, recorded=recorded, what=what)
    return Sample.TOO_FEW_OF_SIZE(needed=needed, recorded=recorded, what=what, size=size, of=of)


def out_of_range(outcomes: int, most: int) -> Reason | None:
    """Return a reason where a source has fewer than 2 outcomes or more than a check counts."""
    return None if 2 <= outcomes <= most else Sample.RANGE(outcomes=outcomes, least=2, most=most)


def too_few_for_range(
    recorded: int, needed: int, what: Counted, outcomes: int, most: int, least: int = 2
) -> Reason | None:
    """Return a reason where the outcomes are out of range, or fewer groups were recorded than they ask for."""
    if least <= outcomes <= most and recorded >= needed:
        return None
    return Sample.OUTCOMES_AND_GROUPS(
        needed=needed, recorded=recorded, what=what, outcomes=outcomes, most=most
    )


EARLIEST = 20
"""How many of the first findings a tally keeps word for word; their number stays exact."""


@dataclass(frozen=True, eq=False)
class Tally:
    """Counts of one stretch of a sample.

    Merging is ordered, associative and exact, so that a sample may be cut anywhere, counted on any
    number of processes and put together again with the same bits.

    Parameters
    ----------
    sums
        Integer arrays that add.
    maxima
        Integers of which the larger stays.
    joined
        Tuples of plain values that are joined in order.
    earliest
        Tuples of plain values of which the first :data:`EARLIEST` stay, so that a device that is always
        wrong fills no memory.
    ordered
        Arrays in ascending order, such as hashes, that are merged into one.
    columns
        Arrays of one row for each unit that are joined in order.
    """

    sums: Mapping[str, NDArray[np.int64]] = field(default_factory=dict)
    maxima: Mapping[str, int] = field(default_factory=dict)
    joined: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    earliest: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    ordered: Mapping[str, NDArray[np.uint64]] = field(default_factory=dict)
    columns: Mapping[str, NDArray[np.unsignedinteger[Any]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        # A view keeps the whole block alive from which it was cut, even a view of nothing.
        for name in ("sums", "ordered", "columns"):
            arrays: Mapping[str, NDArray[Any]] = getattr(self, name)
            if any(map(_is_part, arrays.values())):
                whole = {key: each.copy() if _is_part(each) else each for key, each in arrays.items()}
                object.__setattr__(self, name, whole)

    def number(self, key: str) -> int:
        """Return one summed integer, 0 where nothing was counted."""
        return int(self.sums[key]) if key in self.sums else 0

    @property
    def nbytes(self) -> int:
        """Bytes of its arrays."""
        return sum(each.nbytes for part in (self.sums, self.ordered, self.columns) for each in part.values())

    def merge(self, later: Tally) -> Tally:
        """Return the tally of this stretch followed by the later one."""
        return Tally(
            **{
                name: {
                    key: join([each[key] for each in (mine, theirs) if key in each])
                    for key in dict.fromkeys((*mine, *theirs))
                }
                for name, join in _JOINS.items()
                for mine, theirs in [(getattr(self, name), getattr(later, name))]
            }
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tally):
            return NotImplemented
        pairs = [(getattr(self, name), getattr(other, name)) for name in _JOINS]
        return all(
            mine.keys() == theirs.keys()
            and all(
                np.array_equal(each, theirs[key]) if isinstance(each, np.ndarray) else each == theirs[key]
                for key, each in mine.items()
            )
            for mine, theirs in pairs
        )

    __hash__ = None  # type: ignore[assignment]  # arrays are mutable


def count(value: int) -> NDArray[np.int64]:
    """Wrap one integer for :attr:`Tally.sums`."""
    return np.array(value, dtype=np.int64)


def counts(**sums: int | NDArray[np.int64]) -> dict[str, NDArray[np.int64]]:
    """Return :attr:`Tally.sums` of integers and of arrays."""
    return {key: value if isinstance(value, np.ndarray) else count(value) for key, value in sums.items()}


def left_out_line(left_out: int, what: Irregular = Irregular.SHUFFLES) -> tuple[Reason, ...]:
    """Return how many units could not be read, if any."""
    return (Details.LEFT_OUT(number=left_out, what=what),) if left_out else ()


def _is_part(array: NDArray[Any]) -> bool:
    """Say whether an array is a view of more memory than it shows."""
    base: Any = array.base  # stubs know of arrays alone; a pickled array can rest on bytes
    whole = base if isinstance(base, np.ndarray) else memoryview(base) if base is not None else array
    return bool(whole.nbytes > array.nbytes)


def _joined(parts: Sequence[NDArray[Any]]) -> NDArray[Any]:
    return parts[0] if len(parts) == 1 else np.concatenate(parts)


_JOINS: Mapping[str, Callable[[list[Any]], Any]] = {
    "sums": lambda parts: parts[0] if len(parts) == 1 else np.asarray(parts[0] + parts[1]),
    "maxima": max,
    "joined": lambda parts: sum(parts, ()),
    "earliest": lambda parts: sum(parts, ())[:EARLIEST],
    # A stable sort merges two runs that are in order already.
    "ordered": lambda parts: parts[0] if len(parts) == 1 else np.sort(_joined(parts), kind="stable"),
    "columns": _joined,
}
"""How one or two parts of each kind of count become one."""


class Check(Protocol):
    """A configured check."""

    def tally(self, block: Block) -> Tally:
        """Return what the block adds."""

    def judge(self, tally: Tally, population: Population) -> CheckResult:
        """Return what the counts of a whole sample mean."""


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


UNIT = {each: each.value for each in Kind} | {Kind.DRAW: "outcome", Kind.BYTES: "bit"}
"""What a check of each kind of observation counts unless it says otherwise."""


@dataclass_transform(frozen_default=True)
def check(
    *,
    title: str,
    observes: Kind | tuple[Kind, ...],
    reference: str,
    hypothesis: str,
    null_law: str,
    unit: str = "",
    applies_from: str = "",
    counting: bool = False,
    look_back: int = 0,
    version: int = 1,
    determinant: bool = False,
    bound: bool = False,
    slow: float = 0.0,
    names_programs: bool = False,
    name: str = "",
) -> Callable[[CheckClass], CheckClass]:
    """Make a class a frozen dataclass with a description.

    Unless they are given, its name is that of its module, its unit is what it observes, and it applies from one unit.
    """
    kinds = observes if isinstance(observes, tuple) else (observes,)
    unit = unit or " or ".join(", ".join(map(UNIT.__getitem__, kinds)).rsplit(", ", 1))

    def attach(cls: CheckClass) -> CheckClass:
        if "__dataclass_fields__" not in vars(cls):
            _accept_at_once(cls)
            dataclass(frozen=True)(cls)  # in place
        cls.judge = answering(cls.judge)  # type: ignore[attr-defined]  # every check has one
        info = CheckInfo(
            name=name or cls.__module__.rpartition(".")[2],
            title=title,
            observes=frozenset(kinds),
            counting=counting,
            unit=unit,
            look_back=look_back,
            reference=reference,
            hypothesis=hypothesis,
            null_law=null_law,
            applies_from=applies_from or f"1 {unit}",
            version=version,
            determinant=determinant,
            bound=bound,
            slow=slow,
            names_programs=names_programs,
        )
        setattr(cls, INFO, info)
        return cls

    return attach


def _accept_at_once(cls: Any) -> None:
    """Let a class refuse what its fields do not accept, before its own ``__post_init__``."""
    own = getattr(cls, "__post_init__", None)

    def accept(self: Any) -> None:
        accept_fields(self)
        if own is not None:
            own(self)

    cls.__post_init__ = accept


def info_of(check_class: type) -> CheckInfo:
    """Return the description of a check class."""
    info = getattr(check_class, INFO)
    assert isinstance(info, CheckInfo)
    return info
