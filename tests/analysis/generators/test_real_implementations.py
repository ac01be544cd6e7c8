"""States of real implementations are recovered from outcomes alone, and predict what comes later.

By default one state of each call is proved; ``make long`` proves 20 with every bound, stride and beginning of ``uses``.
"""

from dataclasses import dataclass, replace
from itertools import product
from math import ceil, log2

import numpy as np
import pytest

from labharness.analysis.identification.additive import MOST_SKIPPED, Additive
from labharness.analysis.identification.calls import OutcomeMapping
from labharness.analysis.identification.congruential import Congruential
from labharness.analysis.identification.decks import Loop, undone
from labharness.analysis.identification.generator import SearchStage, WayOfUse, families
from labharness.analysis.identification.linear import LinearGenerator, sure_counts
from labharness.analysis.identification.search import search
from labharness.analysis.identification.seeds import SearchedGenerator, SearchedRegister
from labharness.analysis.identification.stream import Stream
from labharness.model.reasons.game import Effort
from labharness.reason import Reason
from tests.support.implementations.arithmetic import ARITHMETIC, CPYTHON, NUMPY
from tests.support.implementations.programs import PROGRAMS, Asked

FAMILIES = {family.name: family for family in families()}
LONG = {family.name for family in families() if family.stage is SearchStage.LONG_LINEAR}
IMPLEMENTATIONS = (*PROGRAMS, CPYTHON, NUMPY, ARITHMETIC)
OFFERS = [(real, name, call) for real in IMPLEMENTATIONS for name, call, _ in real.ways]
STATES, LATER = 20, 200
"""Random states of each use, and outcomes of each that the search does not see."""
FAIR = np.random.Generator(np.random.PCG64(1)).integers(0, 1 << 30, 2_000)
CONGRUENTIAL = [family for family in families() if isinstance(family, Congruential)]
SAME = {"drand48 (POSIX, Perl)": "java.util.Random", "java.util.Random": "drand48 (POSIX, Perl)"}
"""Families of the same states, whose calls can give the same outcomes."""
UNREACHED = ["musl rand", "rand() % n"]
"""The call whose every bound is declared out of reach."""


@dataclass(frozen=True)
class Case:
    """Outcomes of an implementation, and the one way of use that is searched in them."""

    family: object
    way: WayOfUse
    asked: Asked

    def __getattr__(self, name):
        return getattr(self.family, name)

    def ways(self, effort):  # noqa: ARG002
        return iter([self.way])

    def proved(self, outcomes):
        """Return whether the state is found, and predicts what was not seen."""
        seen = Stream.of(outcomes[:-LATER], self.asked.bound)
        proofs = search(seen, Effort.FULL, known=[self]).proofs
        bounds = np.full(len(outcomes), self.asked.bound)
        states = [proof.candidate.state for proof in proofs if proof.way == self.way]
        return any((self.family.predict(self.way, state, bounds) == outcomes).all() for state in states)


def enough(family, way, n):
    """Return four times as many outcomes as a state needs, from which not every one is proved, or the reason why none are."""
    fair = Stream.of(FAIR % n, n)
    needed = family.needed(way, fair)
    if isinstance(needed, Reason):
        return needed
    tell = sure_counts(way.call.mapping, fair).mean() if isinstance(family, LinearGenerator) else 0
    if tell:
        return ceil((family.attempts[-1] + 64) / tell + 92 / log2(n)) + 64
    return family.complete(fair) if isinstance(family, Additive) and not way.place else 4 * needed


def uses(name, call):
    """Return the uses of which states are proved: bound, stride, and whether the beginning is missed."""
    family = FAMILIES[name]
    searched = isinstance(family, SearchedRegister) and call == "word % n"
    bounds, strides, beginnings = {
        SearchStage.CONGRUENTIAL: ((7, 52, 64), (1, 3, 16, 64), (False, True)),
        SearchStage.SHORT_LINEAR: ((2, 53 if searched else 7, 52, 64), (1, 2, 5, 16), (False, True)),
        SearchStage.LONG_LINEAR: ((52,), (1, 2, 3), (True,)),
        SearchStage.ADDITIVE: ((3, 6, 7, 52, 64), (1,), (False, True)),
        SearchStage.SEARCHED_SEEDS: ((2, 7, 52, 64), (1,), (False,)),
    }[family.stage]
    few = {SearchStage.CONGRUENTIAL: (2, 3, 4, 5, 10, 37, 256), SearchStage.LONG_LINEAR: (2, 7)}.get(
        family.stage, ()
    )
    return [*product(bounds, strides, beginnings), *product(few, (1,), (True,))]


def cases(real, name, call, states, among):
    """Return cases of random states, so many for each use that is not declared out of reach."""
    random, every = np.random.default_rng(states), []
    (called,) = (each for each in FAMILIES[name].calls if each.name == call)
    (wanted,) = (way for *offered, way in real.ways if offered == [name, call])
    for n, stride, missed in among:
        for _ in range(states):
            seed, skipped = int(random.integers(1, 1 << 31)), int(random.integers(1, 10_000)) if missed else 0
            family = FAMILIES[name]
            if isinstance(family, SearchedGenerator):
                family = replace(family, ranges=(range(max(0, seed - 5_000), seed + 5_000),))
            ways = [WayOfUse(called, stride)]
            if isinstance(family, Additive) and family.affine and called.mapping is OutcomeMapping.SCALED:
                ways.append(WayOfUse(called, place=skipped % MOST_SKIPPED[Effort.FULL] + 1))  # its seed
            for way in ways:
                count = enough(family, way, n)
                if not isinstance(count, Reason):
                    begin = way.place - 1 if way.place else skipped
                    asked = Asked(wanted, n, seed, begin, stride, count + LATER)
                    every.append(Case(family, way, asked))
    return every


def there(real):
    """Skip a test whose implementation is not there."""
    if missing := real.missing():
        pytest.skip(f"{real.name} is not installed: {missing}")


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """Where programs are compiled, once."""
    return tmp_path_factory.mktemp("implementations")


def test_every_call_has_an_implementation():
    assert {tuple(call) for _, *call in OFFERS} == {
        (family.name, call.name) for family in families() for call in family.calls
    }


@pytest.mark.parametrize("real", IMPLEMENTATIONS, ids=lambda real: real.name)
def test_a_state_of_each_call_is_proved(real, folder):
    there(real)
    tried = []
    for name, call, _ in real.ways:
        if name not in LONG or real.name == "Free Pascal":
            bound = (
                7 if name in LONG else 64 if name == "R250" else 52
            )  # 52 takes an elimination four times as long
            tried += cases(real, name, call, 1, [use for use in uses(name, call) if use[0] == bound][-1:])
    outcomes = real.outcomes([case.asked for case in tried], folder)

    assert [case for case, given in zip(tried, outcomes, strict=True) if not case.proved(given)] == []
    assert len(tried) >= len([each for each in real.ways if each[0] not in LONG and each[:2] != UNREACHED])


@pytest.mark.long
@pytest.mark.timeout(7_200)
@pytest.mark.parametrize(
    ("real", "name", "call"), OFFERS, ids=[f"{real.name}-{name}-{call}" for real, name, call in OFFERS]
)
def test_twenty_states_of_every_bound_stride_and_beginning_are_proved(real, name, call, folder):
    there(real)
    rivals = sum(offered == [name, call] for _, *offered in OFFERS)
    tried, missed = 0, []
    for use in uses(name, call):
        shared = rivals * (1 if use[0] == 52 else 10) if name in LONG else 1  # they take seconds each
        some = cases(real, name, call, ceil(STATES / shared), [use])
        for case, given in zip(some, real.outcomes([case.asked for case in some], folder), strict=True):
            tried += 1
            missed += [] if case.proved(given) else [case.asked]

    assert missed == []
    assert bool(tried) == ([name, call] != UNREACHED)


@pytest.mark.long
@pytest.mark.parametrize(("real", "name", "call"), OFFERS)
def test_no_other_generator_is_named(real, name, call, folder):
    there(real)
    for case in cases(real, name, call, 1, [(52, 1, True)])[:1]:
        if isinstance(case.family, Congruential):
            ((*outcomes,),) = real.outcomes([case.asked], folder)
            proofs = search(Stream.of(outcomes, 52), known=CONGRUENTIAL).proofs
            assert {name} <= {proof.generator.name for proof in proofs} <= {name, SAME.get(name)}


SHUFFLES = [(real, *each) for real in IMPLEMENTATIONS for each in real.shuffles]
DECKS, CARDS = 40, 52


@pytest.mark.parametrize(
    ("real", "name", "call", "loop", "way"),
    SHUFFLES,
    ids=[f"{real.name}-{name}" for real, name, *_ in SHUFFLES],
)
@pytest.mark.parametrize("states", [2, pytest.param(STATES, marks=pytest.mark.long)])
def test_shuffles_of_libraries_are_undone_and_their_states_proved(
    real, name, call, loop, way, states, folder
):
    there(real)
    seeds = np.random.default_rng(states).integers(1, 1 << 31, states).tolist()
    asked = [Asked(way, CARDS, seed, 0, 1, DECKS * CARDS) for seed in seeds]
    for seed, cards in zip(seeds, real.outcomes(asked, folder), strict=True):
        family = FAMILIES[name]
        if isinstance(family, SearchedGenerator):
            family = replace(family, ranges=(range(max(0, seed - 5_000), seed + 5_000),))
        draws = undone(cards.reshape(DECKS, CARDS), Loop(loop))
        assert call in [proof.way.call.name for proof in search(draws, known=[family]).proofs], seed


FEW = [
    ("OpenJDK", 0),
    ("OpenJDK", 1),
    ("Mono", 0),
    ("GNU C Library", 5),
    ("libstdc++", 1),
    ("seedrandom", 0),
    ("Ruby", 1),
]
"""A call or two of each engine: the place among those of an implementation."""


@pytest.mark.parametrize("place", [pytest.param(20, marks=pytest.mark.long), 80, 90_000])
@pytest.mark.parametrize(
    ("real", "name", "call"),
    [
        pytest.param(real, name, call, id=f"{real.name}-{name}-{call}", marks=() if few else pytest.mark.long)
        for real, name, call in OFFERS
        for few in [(real.name, [each for _, each, __ in real.ways].index(call)) in FEW]
    ],
)
def test_one_changed_outcome_of_150_000_leaves_the_stretch_and_the_place_and_no_proof(
    real, name, call, place, folder
):
    there(real)
    by_seed = FAMILIES[name].stage is SearchStage.SEARCHED_SEEDS
    n = 64 if name == "R250" else 52
    every = cases(real, name, call, 1, [(n, 1, not by_seed)])
    if not every or (by_seed and place < 72):
        return
    (outcomes,) = real.outcomes([every[0].asked._replace(count=150_000)], folder)
    outcomes[place] = (outcomes[place] + 1) % n
    result = search(Stream.of(outcomes, n), Effort.FULL, known=every[:1])
    run = result.broken

    assert result.proofs == []
    assert run is not None
    assert run.wrong == 1
    assert (run.start, run.stop) in {(0, place), (place + 1, 150_000)}
