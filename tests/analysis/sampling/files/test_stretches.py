"""A file in stretches is the file in blocks: the same units, with the same units before them."""

import pickle
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from labharness.analysis.laws.kernels.outcomes import written_samples  # noqa: F401  compiled before the clock of a test runs
from labharness.analysis.sampling.check import Tally
from labharness.analysis.sampling.evaluation import fold
from labharness.analysis.sampling.files import source as sources
from labharness.analysis.sampling.files import stretches
from labharness.analysis.sampling.files.card_text import count_decks, count_outcomes
from labharness.analysis.sampling.files.file_sample import file_sample
from labharness.analysis.sampling.files.source import Observes, opened
from labharness.analysis.sampling.tables import Block
from labharness.errors import InputError
from labharness.model.cards import Cards, format_card
from labharness.model.reasons.inputs import Files

RANDOM = np.random.default_rng(461)
DECK = " ".join(map(format_card, range(52)))
CARDS = np.array(DECK.split())


def deck():
    return " ".join(RANDOM.permutation(CARDS))


TEXTS = {
    "decks": "\ufeffinput: new-deck\n# a remark\n" + "".join(f"{deck()}\n\n# {deck()}\n" for _ in range(60)),
    "outcomes": "low: 0\nhigh: 9\n"
    + "".join(f"{n},{'' if n else '# no remark'[:0]} " for n in range(10)) * 300,
    "lines": "low: 0\nhigh: 9\n" + "# 1 2 3 \n4\n5 6;7\r\n" * 400,
    "bytes": bytes(RANDOM.integers(0, 256, 3000).astype(np.uint8)).decode("latin-1"),
}


@pytest.fixture(autouse=True)
def small(monkeypatch):
    """Cut everything small, so that short texts have many pieces and stretches."""
    monkeypatch.setattr(stretches, "SMALLEST", 700)
    monkeypatch.setattr(sources, "TEXT_PART", 300)


def sample_of(path, observes):
    sample = file_sample(path, Observes("outcomes" if observes == "lines" else observes), {})
    return replace(sample, form=replace(sample.form, part=300))


def written(tmp_path, observes):
    path = tmp_path / "sample"
    path.write_bytes(TEXTS[observes].encode("latin-1" if observes == "bytes" else "utf-8"))
    return path


def seen(block):
    """Everything in a block and its context as plain values."""
    if block.population.cards:
        return [o.output.tolist() for o in block.observations], [o.output.tolist() for o in block.context]
    name = "data" if block.population.kind == "bytes" else "values"
    whole = Block(block.population, 0, block.context, block.provenance)
    return list(getattr(block, name)), list(getattr(whole, name))


@pytest.mark.parametrize("observes", TEXTS)
@pytest.mark.parametrize("look_back", [0, 1, 5, 40, 2000])
def test_stretches_hold_what_blocks_hold(tmp_path, observes, look_back):
    with opened(str(written(tmp_path, observes))) as source:
        sample = sample_of(source, observes)
        blocks = list(sample.blocks(look_back))
        digest = source.sha256
        parts = pickle.loads(pickle.dumps(list(sample.parts(look_back, 3))))
        assert source.sha256 == digest
    units = [unit for block in blocks for unit in seen(block)[0]]
    result = []
    for part in parts:
        assert part.index == len(result)
        for block in part.blocks():
            assert block.index == len(result)
            unit, before = seen(block)
            assert before == units[max(block.index - look_back, 0) : block.index] if look_back else not before
            result += unit
        assert part.units == len(result) - part.index
    assert result == units
    assert len(parts) > 1
    assert sum(part.size for part in parts) == source.size


def test_the_first_error_of_the_file_is_reported(tmp_path, monkeypatch):
    """A later card that is none, and a line without an end that is met before, are not the first."""
    monkeypatch.setattr(sources, "LONGEST_LINE", 5000)
    path, decks = tmp_path / "decks.txt", f"{DECK}\n" * 30
    path.write_text(f"input: new-deck\n{decks}XX\n{decks}YY\n" + " " * 9000, encoding="utf-8")
    with opened(str(path)) as source, pytest.raises(InputError) as refused:
        fold({"any": Counting()}, sample_of(source, "decks").parts(1, 2), 2)
    problem = Cards.NOT_A_CARD(text="XX")
    assert refused.value.reasons == (Files.AT(file="decks.txt", line=32, column=1, problem=problem),)


class Counting:
    """A check that counts nothing."""

    def tally(self, _):
        return Tally()


def test_a_file_that_changes_is_refused(tmp_path):
    path = written(tmp_path, "lines")
    with opened(str(path)) as source:
        parts = list(sample_of(source, "lines").parts(1, 2))
    path.write_bytes(path.read_bytes().replace(b"5 6", b"556"))
    with pytest.raises(InputError) as refused:
        list(parts[1].blocks())
    assert refused.value.reasons == (Files.CHANGED(file=path.name),)


@given(st.text("19 ,;\t\r\n", max_size=40))
def test_outcomes_are_counted_as_they_are_split(text):
    assert count_outcomes(text.encode()) == len(text.replace(",", " ").replace(";", " ").split())


@given(st.text("A2 \t\r\n", max_size=40))
def test_decks_are_counted_as_lines_that_hold_something(text):
    assert count_decks(text.encode()) == sum(bool(line.strip()) for line in text.split("\n"))
