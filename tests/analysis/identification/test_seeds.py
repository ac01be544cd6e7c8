"""Seeds of 32 bits are found by search, with every mapping of the call, or nothing is proved."""

import random
import shutil
import subprocess

import numpy as np
import pytest

from labharness.analysis.identification.catalog import families
from labharness.analysis.identification.generator import WayOfUse
from labharness.analysis.identification.search import search
from labharness.analysis.identification.seeds import CLOCK, SeededTwister, shared
from labharness.analysis.identification.stream import Stream
from labharness.model.reasons.game import Effort

FAMILIES = {family.name: family for family in families()}
SEEDED = [family for family in FAMILIES.values() if isinstance(family, SeededTwister)]
MT, PYTHON = (FAMILIES[name] for name in ("MT19937, init_genrand(seed)", "Python random.seed(seed)"))
XORSHIFT = FAMILIES["xorshift32 (13, 17, 5)"]


def proofs(family, outcomes, n):
    return {
        run.way.call.name: run.candidate.state
        for run in search(Stream.of(np.asarray(outcomes), n), known=[family]).proofs
    }


def ways(family, call, place=0):
    return WayOfUse(next(each for each in family.calls if each.name == call), place=place)


@pytest.mark.parametrize("n", [2, 7, 52])
def test_small_seeds_of_numpy(n):
    low, real = "low bits of a word, again if n or more", "floor(random() n)"

    assert proofs(MT, np.random.RandomState(1_000_003).randint(0, n, 400), n)[low] == 1_000_003
    drawn = (np.random.RandomState(0).random_sample(400) * n).astype(int)
    assert n == 2 or proofs(MT, drawn, n) == {real: 0}


@pytest.mark.parametrize(
    "n", [pytest.param(2, marks=pytest.mark.long), 7, pytest.param(52, marks=pytest.mark.long)]
)
def test_small_seeds_of_cpython(n):
    source = random.Random(99_991)
    assert proofs(PYTHON, [source.randrange(n) for _ in range(400)], n)["randrange(n)"] == 99_991
    source = random.Random(0)
    assert proofs(PYTHON, [int(source.random() * n) for _ in range(400)], n)["int(random() * n)"] == 0


@pytest.mark.parametrize(
    ("program", "arguments"),
    [
        ("php", ["-r", "mt_srand(4711); for ($i = 0; $i < 300; $i++) echo mt_rand(0, 6), ' ';"]),
        ("ruby", ["-e", "r = Random.new(4711); 300.times { print r.rand(7), ' ' }"]),
    ],
)
def test_small_seeds_of_other_programs(program, arguments):
    command = shutil.which(program)
    if command is None:
        pytest.skip(f"{program} is not installed: it was tried on recorded outcomes only")
    text = subprocess.run([command, *arguments], capture_output=True, text=True, check=True).stdout

    assert set(proofs(MT, [int(code) for code in text.split()], 7).values()) == {4711}


@pytest.mark.parametrize("family", SEEDED, ids=lambda family: family.name)
def test_the_search_sees_a_seed_in_any_part_of_the_range(family):
    for seed in (1, CLOCK.start + 12_345, (1 << 31) - 1):
        for call in family.calls:
            way = WayOfUse(call)
            stream = Stream.of(family.predict(way, seed, np.full(40, 7)), 7)
            assert seed in family.search(way, stream)(max(0, seed - 50), seed + 1)


@pytest.mark.parametrize("n", [51, 53])
def test_remainders_of_xorshift32(n):
    way = ways(XORSHIFT, "word % n")
    outcomes = XORSHIFT.predict(way, (0xDEADBEEF,), np.full(300, n))

    assert proofs(XORSHIFT, outcomes, n) == {"word % n": (0xDEADBEEF,)}


JDK = """
import java.lang.reflect.*; import java.util.concurrent.ThreadLocalRandom;
class Draws { public static void main(String[] a) throws Exception {
  Method next = ThreadLocalRandom.class.getDeclaredMethod("nextSecondarySeed"); next.setAccessible(true);
  for (int i = 0; i < 300; i++) System.out.println(Integer.remainderUnsigned((int) next.invoke(null), 53)); } }
"""


def test_the_xorshift32_inside_openjdk_is_proved(tmp_path):
    java = shutil.which("java")
    if java is None:
        pytest.skip("java is not installed: xorshift32 was tried on its own arithmetic only")
    (tmp_path / "Draws.java").write_text(JDK, encoding="utf-8")
    command = [
        java,
        "--add-opens",
        "java.base/java.util.concurrent=ALL-UNNAMED",
        str(tmp_path / "Draws.java"),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ": error:" not in done.stderr, "the program above does not compile"
    if done.returncode:
        pytest.skip(f"this Java does not show its xorshift32: {done.stderr[:200]}")

    assert set(proofs(XORSHIFT, [int(code) for code in done.stdout.split()], 53)) == {"word % n"}


@pytest.mark.long
@pytest.mark.parametrize("n", [3, 7])
def test_remainders_of_xorshift32_by_all_states(n):
    for state in np.random.default_rng(n).integers(1, 1 << 32, 5).tolist():
        outcomes = XORSHIFT.predict(ways(XORSHIFT, "word % n"), (state,), np.full(300, n))
        assert proofs(XORSHIFT, outcomes, n) == {"word % n": (state,)}


@pytest.mark.parametrize("family", [*SEEDED, XORSHIFT], ids=lambda family: family.name)
def test_no_proof_of_pcg(family):
    assert not proofs(family, np.random.default_rng(1).integers(0, 53, 500), 53)


def test_one_changed_outcome_is_a_broken_run():
    outcomes = np.random.RandomState(42).randint(0, 7, 5_000)
    outcomes[3_000] = (outcomes[3_000] + 1) % 7
    result = search(Stream.of(outcomes, 7), known=[MT])

    assert not result.proofs
    assert (result.broken.stop, result.broken.wrong) == (3_000, 1)


def test_all_mappings_are_tried_in_one_pass():
    result = search(Stream.of(np.zeros(300, dtype=np.int64), 7), known=[MT])

    assert len(result.tried) == len(MT.calls)
    assert result.seconds < 1


def test_all_seeds_are_tried_only_in_full():
    assert {way.place for way in MT.ways(Effort.DEFAULT)} == {0}
    every = [MT.ranges[way.place] for way in MT.ways(Effort.FULL) if way.call is MT.calls[0]]
    assert every[:2] == [range(1 << 20), CLOCK]
    assert [seeds.start for seeds in every[2:]] == [0, *(seeds.stop for seeds in every[2:-1])]
    assert every[-1].stop == 1 << 32


def test_seeds_come_in_their_order_whatever_the_cores():
    def search_range(start, stop):
        return np.arange(start, stop)[:3]

    given = [shared(range(10, 1000), search_range, lambda: None, cores, chunk=100) for cores in (1, 3, 7)]

    assert given[0] == given[1] == given[2] == sorted(given[0])


def test_interruption_passes_through():
    pulses = []

    def pulse():
        pulses.append(len(pulses))
        if len(pulses) == 3:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        shared(range(10_000), lambda *_: np.arange(0), pulse, 1, chunk=100)
    assert len(pulses) == 3
