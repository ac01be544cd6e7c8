"""Decode recorded frames again, exchange by exchange, through the same adapter."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Self

from labharness.analysis.sampling.catalog import Catalog
from labharness.devices.adapter import Link
from labharness.devices.replay import Replay
from labharness.errors import CaptureMismatch
from labharness.evidence.folder import RunFolder
from labharness.evidence.records.calls import AcquireCall, ChannelName, ExchangeBody, LoadCall
from labharness.evidence.records.course import AdapterNamed
from labharness.evidence.records.line import Record
from labharness.evidence.segments import Frame
from labharness.model.cards import parse_order
from labharness.model.observations import RawBytes
from labharness.model.reasons.evidence import Evidence
from labharness.plans.card_stock import recorded_marks
from labharness.runner.channel import adapter_builder, load_request

Builders = Mapping[ChannelName, Callable[[Link], Any]]
"""What builds the adapter of each channel on a link."""


def builders(folder: RunFolder, catalog: Catalog) -> Builders:
    """Return what builds the adapters of a run."""
    adapter, marks = folder.begun().adapter, recorded_marks(folder)
    named: tuple[tuple[ChannelName, AdapterNamed | None], ...] = (
        ("device", adapter.device),
        ("reader", adapter.reader),
    )
    return {name: adapter_builder(catalog, result.name, marks) for name, result in named if result}


class Replayer:
    """Make the calls of a run again on its recorded bytes.

    Parameters
    ----------
    frames
        Recorded frames of each channel, in order.
    adapters
        What builds the adapters.
    """

    def __init__(self, frames: Mapping[ChannelName, Iterable[Frame]], adapters: Builders) -> None:
        self._links = {name: Replay(recorded) for name, recorded in frames.items()}
        self._adapters = adapters

    @classmethod
    def of(cls, folder: RunFolder, catalog: Catalog) -> Self:
        """Return one for a whole run."""
        channels: tuple[ChannelName, ...] = ("device", "reader")
        return cls({name: folder.frames(name) for name in channels}, builders(folder, catalog))

    def repeat(self, body: ExchangeBody) -> Any:
        """Repeat the call of an ``exchange`` record; returns or raises what the adapter does now.

        Raises
        ------
        CaptureMismatch
            If the adapter asks for other bytes than were recorded, or leaves some unread.
        """
        link = self._links[body.channel]
        link.seek(*body.frames)
        answer = _call(self._adapters[body.channel](link), body)
        link.finish()
        return answer


class RawDecoder:
    """Give the raw bytes of exchanges, walking a run's ledger forward beside the caller."""

    def __init__(self, folder: RunFolder, catalog: Catalog) -> None:
        self._folder, self._catalog = folder, catalog
        self._next = 0
        self._restart()

    def __call__(self, exchange: int) -> tuple[RawBytes, ...]:
        """Return what decoding exchange record ``exchange`` gives; asked again from the start, it rewinds."""
        if exchange < self._next:
            self._restart()
        for record in self._records:
            self._next = record.seq + 1
            if record.seq == exchange and isinstance(record.body, ExchangeBody):
                repeat = self._replayer.repeat(record.body)
                assert isinstance(repeat, tuple)
                return repeat
        raise CaptureMismatch(Evidence.RECORD_MISSING(record=exchange))

    def _restart(self) -> None:
        self._records: Iterator[Record] = self._folder.records()
        self._replayer = Replayer.of(self._folder, self._catalog)
        self._next = 0


def _call(adapter: Any, body: ExchangeBody) -> Any:
    if isinstance(body, AcquireCall):
        return adapter.acquire(load_request(body.args))
    if isinstance(body, LoadCall):
        return adapter.load(parse_order(body.args.order))
    return getattr(adapter, body.call)()
