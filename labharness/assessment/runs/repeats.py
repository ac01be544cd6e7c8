"""Which runs have data in common, by what is on record of their beginnings, and which of these a person explained."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from labharness.evidence.history.run import RunHistory
from labharness.evidence.records.course import FirstUnits, SameData

Named = tuple[str, str]
"""Name of a run and SHA-256 of its start record."""
Pair = frozenset[Named]


@dataclass(frozen=True, slots=True)
class Beginnings:
    """What a run has on record of its first units.

    Parameters
    ----------
    hashed
        Its own; empty of a run that replays bytes, whose data are those of another run by design.
    same
        What its runner found in other runs.
    """

    run: str
    start: str
    hashed: tuple[FirstUnits, ...]
    same: tuple[SameData, ...]

    @property
    def named(self) -> Named:
        """The run, by its name and the hash of its start record."""
        return self.run, self.start

    @classmethod
    def of(cls, history: RunHistory) -> Beginnings:
        """Return what the records of a run hold."""
        summary, trust = history.summary, history.trust
        recorded = trust.first_units
        hashed = recorded.hashed if recorded is not None and not summary.replayed else ()
        return cls(summary.run, summary.origin, hashed, tuple(trust.same))


@dataclass
class DataRepeats:
    """Runs beside each other.

    The later of two runs has on record what both have in common. It is as true of the first one, whose folder does not
    change, and of runs that never lay in one workspace: equal hashes say so.

    Parameters
    ----------
    explained
        Every two runs whose equal data a person explained with evidence.
    """

    explained: frozenset[Pair] = frozenset()
    _hashed: dict[Named, tuple[FirstUnits, ...]] = field(default_factory=dict)
    _with_hash: dict[tuple[str, int, str], dict[Named, FirstUnits]] = field(default_factory=dict)
    _recorded: dict[Named, dict[SameData, None]] = field(default_factory=dict)

    @classmethod
    def among(cls, runs: Iterable[Beginnings], explained: frozenset[Pair] = frozenset()) -> DataRepeats:
        """Compare runs with each other."""
        repeats = cls(explained)
        for each in runs:
            repeats.add(each)
        return repeats

    def add(self, run: Beginnings) -> None:
        """Add a run."""
        named = run.named
        self._hashed[named] = run.hashed
        for each in run.hashed:
            self._with_hash.setdefault(_key(each), {}).setdefault(named, each)
        for same in run.same:
            self._recorded.setdefault(named, {})[same] = None
            self._recorded.setdefault((same.run, same.start), {})[_mirrored(same, run)] = None

    def unexplained(self, run: Named) -> Iterator[SameData]:
        """Yield what a run has in common with others and nobody explained."""
        return (each for each in self.of(run) if frozenset({run, other(each)}) not in self.explained)

    def explained_of(self, run: Named) -> Iterator[SameData]:
        """Yield what a run has in common with others and a person explained."""
        return (each for each in self.of(run) if frozenset({run, other(each)}) in self.explained)

    def of(self, run: Named) -> Iterator[SameData]:
        """Yield what a run has in common with others: a simulator with one seed gives thousands the same data."""
        recorded = self._recorded.get(run, {})
        yield from recorded
        known = {(each.mine.stage, each.mine.first, each.start) for each in recorded}
        for mine in self._hashed.get(run, ()):
            for (name, start), theirs in self._with_hash[_key(mine)].items():
                place = mine.stage, mine.first, start
                if start != run[1] and place not in known:
                    known.add(place)
                    yield SameData(mine=mine, run=name, start=start, stage=theirs.stage, first=theirs.first)


def other(same: SameData) -> Named:
    """Return the other run of equal data."""
    return same.run, same.start


def _key(units: FirstUnits) -> tuple[str, int, str]:
    return units.content.value, units.units, units.sha256


def _mirrored(same: SameData, run: Beginnings) -> SameData:
    """Return equal data as the other run has them."""
    mine = same.mine.model_copy(update={"stage": same.stage, "first": same.first})
    return SameData(mine=mine, run=run.run, start=run.start, stage=same.mine.stage, first=same.mine.first)
