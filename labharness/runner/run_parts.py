"""The sample of a run in parts that are read from its ledger and its segments where they are counted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from labharness.analysis.sampling.block import Block
from labharness.analysis.sampling.population import Population
from labharness.analysis.sampling.sample import PartBeginning, blocks
from labharness.errors import CaptureMismatch
from labharness.evidence.ranges import FrameRange, LedgerRange
from labharness.evidence.records.calls import ChannelName, ExchangeBody
from labharness.evidence.records.line import Record
from labharness.model.observations import RawBytes
from labharness.model.reasons.evidence import Evidence

if TYPE_CHECKING:
    from labharness.runner.replaying import Builders, Replayer


@dataclass(frozen=True, slots=True)
class RunPart:
    """Consecutive records of a run that hold units of one stage.

    Parameters
    ----------
    ledger
        The records, those before ``begins`` for the context of the first unit.
    frames
        Of raw bytes, the frames that they are decoded from, by channel.
    adapters
        What decodes them.
    """

    ledger: LedgerRange
    begins: PartBeginning
    stage: str
    population: Population
    look_back: int
    units: int
    frames: Mapping[ChannelName, FrameRange] = field(default_factory=dict)
    adapters: Builders = field(default_factory=dict)

    @property
    def path(self) -> Path:
        """The run's folder."""
        return self.ledger.folder

    def blocks(self) -> Iterator[Block]:
        """Yield the units in blocks of bounded size.

        Raises
        ------
        InputError
            If the bytes are not those that were verified.
        CaptureMismatch
            If raw bytes cannot be decoded from their frames.
        """
        decoding = _Decoding(self)
        return blocks(decoding.records(), self.stage, self.population, self.look_back, decoding, self.begins)

    def with_content(self) -> RunPart:
        """Return the part with its bytes, for a process on another computer."""
        frames = {name: frame.with_content() for name, frame in self.frames.items()}
        return replace(self, ledger=self.ledger.with_content(), frames=frames)


class _Decoding:
    """Decodes raw bytes of a part; the records must be read through it."""

    def __init__(self, part: RunPart) -> None:
        self._part = part
        self._exchanges: dict[int, ExchangeBody] = {}
        self._replayer: Replayer | None = None

    def records(self) -> Iterator[Record]:
        """Yield the part's records."""
        for record in self._part.ledger.records():
            if self._part.frames and isinstance(record.body, ExchangeBody):
                self._exchanges[record.seq] = record.body
            yield record

    def __call__(self, exchange: int) -> tuple[RawBytes, ...]:
        """Return what decoding exchange record ``exchange`` gives."""
        body = self._exchanges.pop(exchange, None)
        if body is None:
            raise CaptureMismatch(Evidence.RECORD_MISSING(record=exchange))
        for earlier in [each for each in self._exchanges if each < exchange]:
            del self._exchanges[earlier]
        if self._replayer is None:
            from labharness.runner.replaying import (
                Replayer,  # only where bytes are decoded: a process starts faster without
            )

            frames = {name: frame.frames() for name, frame in self._part.frames.items()}
            self._replayer = Replayer(frames, self._part.adapters)
        result: tuple[RawBytes, ...] = self._replayer.repeat(body)
        return result
