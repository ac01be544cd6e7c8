"""Samples of raw bytes, and what a check makes of one."""

import numpy as np

from labharness.analysis.sampling.tables import Block
from labharness.model.observations import Kind, RawBytes
from labharness.testing.samples import POPULATIONS, WITNESSED

POPULATION = POPULATIONS[Kind.BYTES]


def block(data, index=0, before=b""):
    return Block(
        POPULATION, index, (RawBytes(bytes(data)),), WITNESSED, (RawBytes(before),) if before else ()
    )


def judged(check, data):
    return check.judge(check.tally(block(data)), POPULATION)


def fair(units: int, seed=3) -> bytes:
    return np.random.default_rng(seed).bytes(units)
