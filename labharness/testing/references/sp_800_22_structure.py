"""SP 800-22: linear complexity, Fourier spectrum and templates."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from labharness.analysis.laws.tails import RIGHT, chi_square_tails, pearson
from labharness.analysis.sampling.tables import Block
from labharness.checks.bits.linear_complexity import NIST_PROGRAM, LinearComplexity, classes
from labharness.checks.bits.non_overlapping_templates import BLOCKS, WIDTH, x2
from labharness.checks.bits.spectral import Spectral
from labharness.model.observations import Kind, RawBytes
from labharness.testing.samples import POPULATIONS, WITNESSED, Reference, million_bits

NUMBERS = {"pi": "π", "e": "e", "sqrt2": "√2", "sqrt3": "√3"}
APPENDIX = "NIST SP 800-22 rev. 1a, appendix B"


def _complexity(number: str, block: int) -> float:
    """Return NIST's X² of linear complexities, with the chances of its program."""
    check = LinearComplexity(block)
    counts = classes(check.tally(_sequence(number)).sums["complexities"])
    return pearson(counts, counts.sum() * np.array(NIST_PROGRAM))


def _complexity_p(number: str, block: int) -> float:
    return chi_square_tails(_complexity(number, block), len(NIST_PROGRAM) - 1)[RIGHT]


def _spectral_p(number: str) -> float:
    check = Spectral()
    result = check.judge(check.tally(_sequence(number)), POPULATIONS[Kind.BYTES])
    return result.statistic["P-value"]


def _template_p(number: str) -> float:
    """Return NIST's p-value of the template 000000001."""
    from labharness.analysis.laws.kernels.bits.patterns import patterns_of_nine

    data = np.frombuffer(million_bits(number), dtype=np.uint8)
    counts = patterns_of_nine(data.reshape(BLOCKS, -1))[:, 1]
    return chi_square_tails(x2(counts, WIDTH, data.size * 8 // BLOCKS), BLOCKS)[RIGHT]


def _short_template() -> float:
    """Return X² of 001 in two blocks of ten bits."""
    bits = "10100100101110010110"
    counts = np.array([block.count("001") for block in (bits[:10], bits[10:])])
    return x2(counts, 3, 10)


def _sequence(number: str) -> Block:
    return Block(POPULATIONS[Kind.BYTES], 0, (RawBytes(million_bits(number)),), WITNESSED)


def _million(
    name: str, compute: Callable[[str], float], published: tuple[float, ...]
) -> tuple[Reference, ...]:
    return tuple(
        Reference(f"{name}, {sign}", APPENDIX, value, partial(compute, number))
        for (number, sign), value in zip(NUMBERS.items(), published, strict=True)
    )


REFERENCES = (
    *_million(
        "linear complexity, M = 500",
        partial(_complexity_p, block=500),
        (0.255475, 0.826335, 0.317127, 0.346469),
    ),
    Reference(
        "linear complexity, M = 1000, e, X²",
        "NIST SP 800-22 rev. 1a, § 2.10.8",
        2.700348,
        partial(_complexity, "e", 1000),
    ),
    Reference(
        "linear complexity, M = 1000, e",
        "NIST SP 800-22 rev. 1a, § 2.10.8",
        0.845406,
        partial(_complexity_p, "e", 1000),
    ),
    *_million("Fourier transform", _spectral_p, (0.010186, 0.847187, 0.581909, 0.776046)),
    *_million("template 000000001", _template_p, (0.165757, 0.078790, 0.569461, 0.532235)),
    Reference("template 001, X²", "NIST SP 800-22 rev. 1a, § 2.7.8", 2.133333, _short_template),
    Reference(
        "template 001",
        "NIST SP 800-22 rev. 1a, § 2.7.8",
        0.344154,
        lambda: chi_square_tails(_short_template(), 2)[RIGHT],
    ),
)
