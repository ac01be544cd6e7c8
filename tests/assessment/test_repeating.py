"""Whoever runs the program of a proof sees every outcome, without anything of ours."""

import io
import subprocess
import sys
from contextlib import redirect_stdout

import numpy as np
import pytest

from labharness.analysis.identification.decks import Loop, undone
from labharness.analysis.identification.generator import SHUFFLES, Candidate, WayOfUse, families
from labharness.analysis.identification.linear import LinearGenerator
from labharness.analysis.identification.proof import ProvedState
from labharness.analysis.identification.search import Identification
from labharness.analysis.identification.stream import Stream
from labharness.analysis.identification.verdict import _proved
from labharness.assessment.repeating import repeating
from labharness.checks.orders.identified_shuffler import Shuffler
from labharness.model.reasons.game import Identifications

COUNT = 150
USES = [(family, call) for family in families() for call in family.calls]
SHUFFLED = [(family, call) for family in families(SHUFFLES) for call in family.calls]


def state_of(family):
    if not isinstance(family, LinearGenerator):
        return family.seeded(42)
    random = np.random.default_rng(len(family.name))
    words = random.integers(1, 1 << min(family.width, 63), family.length).tolist()
    return (*words, 21) if family.cache > 1 else tuple(words)


def details(family, way, stream, *lines):
    proof = ProvedState(family, way, Candidate(state_of(family), 0, 20), len(stream) - 20, 1000.0)
    return _proved(len(stream), Identification(proofs=[proof]), stream, lines).details


def printed(program, *, alone=False):
    """Return the rows that a program prints, in a process of its own or here among names of its own."""
    text, out = "\n".join(program), io.StringIO()
    if alone:
        done = subprocess.run([sys.executable, "-"], input=text, capture_output=True, text=True, check=True)
        out.write(done.stdout)
    else:
        with redirect_stdout(out):
            exec(text, {"__name__": "__main__"})
    return np.array([line.split() for line in out.getvalue().splitlines()], dtype=np.int64)


@pytest.mark.parametrize(("family", "call"), USES, ids=lambda each: each.name)
@pytest.mark.parametrize(("n", "stride"), [(2, 1), (7, 1), (52, 3)])
def test_the_program_prints_the_outcomes(family, call, n, stride):
    way = WayOfUse(call, stride if max(family.most_strides.values()) > 1 else 1)
    outcomes = family.predict(way, state_of(family), np.full(COUNT, n))
    program = repeating(details(family, way, Stream.of(outcomes, n)))

    assert printed(program)[:, 0].tolist() == outcomes.tolist()
    assert "labharness" not in "".join(program)
    assert 5 < len(program) <= 21


@pytest.mark.parametrize("cards", [9, 52])
@pytest.mark.parametrize("loop", Loop)
@pytest.mark.parametrize("stride", [1, 2])
def test_the_program_prints_the_orders_of_a_loop(loop, cards, stride):
    family = next(each for each in families() if each.name == "java.util.Random")
    orders = np.array([np.random.default_rng(each).permutation(cards) for each in range(3)])
    bounds, way = undone(orders, loop).bounds, WayOfUse(family.calls[0], stride)
    draws = Stream(family.predict(way, family.seeded(42), bounds), bounds)
    about = Shuffler.DRAWS(
        loop=Shuffler[loop.name](), input=Shuffler.RECORDED(), shuffle=1, draws=loop.draws(cards)
    )
    rows = printed(repeating(details(family, way, draws, about)))

    assert rows.shape == (3, cards)
    assert undone(rows, loop).outcomes.tolist() == draws.outcomes.tolist()


@pytest.mark.parametrize(("family", "call"), SHUFFLED, ids=lambda each: each.name)
def test_the_program_prints_orders_that_no_loop_undoes(family, call):
    bounds = np.tile(np.arange(52, 1, -1), 3)
    draws = Stream(family.predict(WayOfUse(call), 42, bounds), bounds)
    rows = printed(repeating(details(family, WayOfUse(call), draws)), alone=True)

    assert undone(rows, Loop.FROM_THE_END).outcomes.tolist() == draws.outcomes.tolist()


def test_nothing_is_repeated_without_a_proof():
    assert repeating(()) == ()
    assert repeating((Identifications.NONE(generators=("java.util.Random",), ways=26),)) == ()
