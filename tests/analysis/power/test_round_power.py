"""The power calculator against sample sizes computed for continuous shufflers that keep cards ready.

Each row is a number of pairs of rounds after which repeats of cards told apart find the buffer with 95% power at
the 0.1% level, by the normal approximation; the exact law has steps, and with a buffer of 20 of rounds of 20
repeats never occur, so that the real power is 0.9 to 1.
"""

import pytest

from labharness.analysis.power.defects.named import FAIR, defect
from labharness.app.plug_ins.discovery import discover
from labharness.plans.frozen import freeze
from tests.support.detection import power

PLAN = """\
schema = 1
id = "row"
version = 1
title = "One test of rounds"
purpose = "Power."
device_class = "continuous_shuffler"
sample_size_reason = "As the row says."
[game]
id = "blackjack-633a"
set = "base"
decks = {decks}
[[citations]]
id = "rule"
clause = "A rule"
text = "One test."
status = "seen"
confidence = 0.999
names = "one"
tail = "two_sided"
[[stages]]
kind = "acquire"
name = "rounds"
observes = "round"
round_cards = {drawn}
units = {units}
{buffer}
[[checks]]
id = "one"
check = "{check}"
stage = "rounds"
cites = "rule"
parameters = {{ {parameters} }}
"""
ROWS = [
    (4, 20, 5, 168), (4, 20, 10, 38), (4, 20, 16, 11), (4, 20, 20, 5), (6, 20, 5, 277), (6, 20, 10, 60),
    (6, 20, 16, 18), (6, 20, 20, 7), (4, 40, 5, 198), (4, 40, 10, 40), (4, 40, 16, 15), (4, 40, 20, 9),
]  # fmt: skip
rows = pytest.mark.parametrize(("decks", "drawn", "buffer", "pairs"), ROWS)


@pytest.fixture(scope="module")
def catalog():
    return discover()


def plan(decks, drawn, units, *, declared=0, check="round_repeats", parameters='by = "copies"'):
    buffer = f'buffer = {declared}\nbuffer_source = "Submission, page 1"' if declared else ""
    text = PLAN.format(
        decks=decks, drawn=drawn, units=units, buffer=buffer, check=check, parameters=parameters
    )
    return freeze(text.encode(), "row.toml")


@pytest.mark.slow
@rows
def test_rows_are_reproduced_closely(catalog, decks, drawn, buffer, pairs):
    result = power(plan(decks, drawn, pairs + 1), catalog, defect(f"buffer:{buffer}"), replicates=2000)
    # Four standard errors of the simulation, and three hundredths for the steps of the exact law.
    near = result.not_passed.share == pytest.approx(0.95, abs=0.03 + 4 * (0.95 * 0.05 / 2000) ** 0.5)
    assert near or (buffer >= drawn and result.not_passed.share == 1)


@pytest.mark.parametrize(
    ("check", "parameters"),
    [
        ("round_repeats", 'by = "copies", replicates = 9999'),
        ("reappearance_gaps", "replicates = 2499, ages = 3"),
    ],
)
def test_declared_machine_is_not_spoken_against(catalog, check, parameters):
    """A device with the buffer that its plan declares is fair; one with half of it is not."""
    frozen = plan(1, 20, 120, declared=16, check=check, parameters=parameters)
    assert power(frozen, catalog, FAIR, replicates=50).not_passed.share < 0.04
    assert power(frozen, catalog, defect("buffer:8"), replicates=10).not_passed.share >= 0.9
    assert power(frozen, catalog, defect("buffer:0"), replicates=10).not_passed.share == 1


def test_rounds_unmixed_after_the_load_are_found(catalog):
    frozen = plan(1, 9, 80, check="drift_after_event", parameters="replicates = 4999, horizon = 5")
    assert power(frozen, catalog, defect("unmixed:3"), replicates=10).not_passed.share == 1
    assert power(frozen, catalog, FAIR, replicates=40).not_passed.share < 0.05
