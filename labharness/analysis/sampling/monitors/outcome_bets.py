"""The monitor of a generator: bettors on the next outcome, and learned frequencies."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from labharness.analysis.laws.prediction.bettors import LAGGED, Team
from labharness.analysis.laws.prediction.mixtures import Mixtures, log_mean
from labharness.analysis.sampling.block import Block
from labharness.analysis.sampling.monitors.monitor import Monitor
from labharness.analysis.sampling.outcomes.outcome_groups import inside, outcomes
from labharness.analysis.sampling.population import Population

SHORTEST = 64
"""Outcomes between the first looks; later they are a sixteenth of the sample apart, and never more than 16,384."""
PRIORS = (100.0, 10_000.0)
"""Counts that the fair law of frequencies is worth: for strong bias, and for that of a percent or two."""


class OutcomeBets(Monitor):
    """Half of the capital with the bettors of the check ``betting``, half with learned frequencies.

    Outcomes outside the declared range are left out, and their neighbors close up: the range is a rule that counting
    checks hold the device to.
    """

    def __init__(self, stage: str, level: float, population: Population) -> None:
        super().__init__(stage, level)
        d = outcomes(population)
        self._team = Team(d, SHORTEST)
        self._frequencies = Mixtures(np.full(d, 1 / d), np.zeros(1, dtype=np.int64), PRIORS)
        self._counts = np.zeros(d, dtype=np.int64)
        self._parts: list[NDArray[np.int32]] = []
        self._held = self._begin = 0

    def take(self, block: Block) -> None:
        """Bet on outcomes as soon as a whole stretch of them is there."""
        if self.crossed_at:
            return
        codes = block.codes[len(block.codes) - block.units :]
        codes = codes if block.spotless else codes[inside(codes, block.population)]
        self._parts.append(codes)
        self._held += len(codes)
        if self._held >= self._due:
            self._play(np.concatenate(self._parts))

    @property
    def _due(self) -> int:
        """Where the next stretch ends among the outcomes kept."""
        return self._begin + self._team.next_look - self._team.played

    def _play(self, codes: NDArray[np.int32]) -> None:
        while self._due <= len(codes) and not self.crossed_at:
            begin, end = self._begin, self._due
            self._counts += np.bincount(codes[begin:end], minlength=len(self._counts))
            self._team.play(codes, begin, end)
            self._begin = end
            frequencies = self._frequencies.log_capital(self._counts)
            self.look(self._team.played, log_mean(np.array([self._team.capital, frequencies])))
        spare = max(0, (self._begin - LAGGED) // 32 * 32)
        self._parts = [codes[spare:].copy()]
        self._held, self._begin = len(codes) - spare, self._begin - spare
