"""Files without a device: how fast each format is read, and how long a short analysis takes from the command on."""

import re
import sys

import numpy as np
import pytest

from benchmarks.figures import best, scaled, timed
from benchmarks.test_command_start import bare_start, processor_seconds
from labharness.analysis.sampling.files.file_sample import file_sample
from labharness.analysis.sampling.files.source import Observes, opened
from labharness.model.cards import CardSet, format_card

CARDS = np.array([format_card(kind) for kind in range(54)])
UNITS = {
    "decks": 300_000,
    "pairs of decks": 150_000,
    "rounds": 300_000,
    "outcomes": 10_000_000,
    "bits": 40_000_000,
}


def lines(orders, before=""):
    return "".join(f"{before}{' '.join(row)}\n" for row in CARDS[orders].tolist())


def decks(units, random):
    return "input: new-deck\n" + lines(random.permuted(np.tile(np.arange(52), (units, 1)), axis=1))


def pairs_of_decks(units, random):
    text = lines(random.permuted(np.tile(np.arange(52), (units + 1, 1)), axis=1)).splitlines()
    return "".join(f"< {text[place]}\n{text[place + 1]}\n" for place in range(units))


def rounds(units, random):
    deck = CardSet.of_decks("six", 6).new_deck_order()
    text = lines(deck[random.integers(0, len(deck), (units, 10))]).splitlines()
    return "decks: 6\n" + "".join(f"dealt: {line}\nreturned: {line}\n" for line in text)


def outcomes(units, random):
    return "low: 1\nhigh: 49\n" + "\n".join(map(str, random.integers(1, 50, units).tolist()))


def bits(units, random):
    return re.sub("(.{64})", r"\1\n", "".join(map(str, random.integers(0, 2, units).tolist())))


MAKERS = {
    "decks": decks,
    "pairs of decks": pairs_of_decks,
    "rounds": rounds,
    "outcomes": outcomes,
    "bits": bits,
}


@pytest.mark.parametrize("form", MAKERS)
def test_a_file_is_read(figure, tmp_path, form):
    path, units = tmp_path / "sample.txt", UNITS[form] // scaled(1, 20)
    path.write_text(MAKERS[form](units, np.random.default_rng(461)), encoding="ascii")
    observes = Observes("decks" if form == "pairs of decks" else form)

    def read():
        with opened(str(path)) as source:
            return sum(block.units for block in file_sample(source, observes, {}).blocks(1))

    seconds, blocks = timed(read)
    assert blocks == units // (8 if form == "bits" else 1)
    size = path.stat().st_size / 1e6
    peer = size / best(lambda: path.read_text("ascii").split(), 3)
    figure(
        f"a text file of {form} read into blocks",
        [size / each for each in seconds],
        "MB/s",
        ("text split at spaces", peer),
    )


SEARCH_S = 60
"""What a search for known generators may take; the other checks of a short file take 2 s, as those of rounds show."""


@pytest.mark.parametrize(
    ("form", "target"), [("decks", SEARCH_S), ("rounds", 2), ("outcomes", SEARCH_S), ("bits", SEARCH_S)]
)
def test_a_short_analysis(figure, tmp_path, form, target):
    path = tmp_path / "short.txt"
    path.write_text(MAKERS[form](8000 if form in ("outcomes", "bits") else 260, np.random.default_rng(461)))
    command = [sys.executable, "-P", "-m", "labharness", "analyze", str(path), "--observes", form, "--json"]
    seconds = [processor_seconds(*command, good=(0, 1)) for _ in range(scaled(5, 2))]
    figure(
        f"`labharness analyze` of a short file of {form}, processor time", seconds, "s", bare_start(), target
    )
