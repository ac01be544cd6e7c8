"""A channel: one device or reader with its transport, tap and adapter."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from functools import partial
from typing import Any

from labharness.analysis.sampling.catalog import Catalog
from labharness.devices.adapter import AcquireRequest, AdapterInfo, Link
from labharness.devices.opening import open_transport
from labharness.devices.stream import Transport
from labharness.devices.tap import Limits, Tap
from labharness.devices.transports.capture import recorded_adapter
from labharness.errors import (
    DeviceError,
    DeviceLost,
    DeviceStalled,
    DeviceTimeout,
    EvidenceError,
    InputError,
    LabharnessError,
    TransferDamaged,
)
from labharness.evidence.folder import RunFolder
from labharness.evidence.records.body import RecordPart
from labharness.evidence.records.calls import (
    CALLS,
    AcquireArguments,
    CallError,
    ChannelName,
    ConnectedBody,
    DisconnectedBody,
    ExchangeBody,
    NoArguments,
)
from labharness.evidence.records.course import AdapterNamed
from labharness.evidence.records.line import Record
from labharness.evidence.segments import Direction
from labharness.evidence.writer import RunWriter
from labharness.model.cards import format_order, parse_order
from labharness.model.reasons.conduct import Adapters
from labharness.model.reasons.wire import Wire
from labharness.plans.card_stock import CardMarks, recorded_marks
from labharness.reason import Reason

HICCUPS = (DeviceTimeout, DeviceStalled, TransferDamaged)
"""What may go wrong once with a device that is there and sound."""
OPENING_S = 30.0
_NONE = NoArguments()
CHANGES = frozenset({"load", "acquire", "safe_state"})
"""Calls that change a device: everything before them is on the medium first."""


@dataclass(slots=True)
class ChannelSink:
    """Frames of one channel into the run, until it is abandoned."""

    writer: RunWriter
    channel: str
    abandoned: bool = False
    writing: threading.Lock = field(default_factory=threading.Lock)
    """Held while a frame or the record of an exchange is written, so that nothing follows an abandonment."""

    @property
    def position(self) -> int:
        """Number of the next frame."""
        return self.writer.position(self.channel)

    def record(self, direction: Direction, payload: bytes) -> int:
        """Write one frame before anybody uses it."""
        with self.taking():
            return self.writer.record(self.channel, direction, payload)

    @contextmanager
    def taking(self) -> Iterator[None]:
        """Write something of the channel, or refuse because it was abandoned."""
        with self.writing:
            if self.abandoned:
                raise DeviceLost(Wire.RELEASED(channel=self.channel))
            yield


class Channel:
    """Calls of an adapter, each with its frames on record.

    Parameters
    ----------
    name
        ``device`` or ``reader``.
    writer
        The run.
    transport
        Not yet open.
    adapter_class
        Built anew on the tapped transport.
    info
        Its description.

    Attributes
    ----------
    repeats_left
        Calls without effect that may still be made again.
    bus
        What the bus said when the channel was opened.
    """

    def __init__(
        self,
        name: ChannelName,
        writer: RunWriter,
        transport: Transport,
        adapter_class: Callable[[Link], Any],
        info: AdapterInfo,
    ) -> None:
        self.name, self.info, self.transport = name, info, transport
        self._writer = writer
        self._sink = ChannelSink(writer, name)
        self._tap = Tap(transport, self._sink, Limits(OPENING_S))
        self.adapter = adapter_class(self._tap)
        self.repeats_left = 0
        self.bus: dict[str, str] = {}
        self._call: Callable[[CallError], ExchangeBody] | None = None
        """The record of the call under way, if it fails."""

    def watch(self, look: Callable[[], None]) -> None:
        """Call ``look`` at every transfer; what it raises ends the exchange, and is recorded like a fault."""
        self._tap.watch(look)

    def open(self) -> None:
        """Connect and record what the bus says."""
        self.bus = self._tap.open()
        self._writer.append(ConnectedBody(channel=self.name, url=self.transport.url, info=self.bus))

    def close(self, *reasons: Reason) -> None:
        """Disconnect; never raises for a device that is gone."""
        try:
            self._tap.close()
        except DeviceError as error:
            reasons += error.reasons
        self._writer.append(DisconnectedBody(channel=self.name, reasons=reasons))

    def abandon(self, *reasons: Reason) -> None:
        """Let go in the middle of a call, and record its frames with the reasons.

        A call that did not come back must not write into a run that has ended.
        """
        with self._sink.writing:
            self._sink.abandoned = True
            call, self._call = self._call, None
            if call is not None:
                self._writer.append(call(CallError(error=DeviceError.__name__, reasons=reasons)))
        self.transport.close()

    def exchange(
        self,
        call: str,
        limits: Limits,
        args: RecordPart = _NONE,
        *given: Any,
        shown: Callable[[Any], Any] = lambda answer: answer,
        repeat: int = 0,
    ) -> tuple[Any, Record]:
        """Make one call and record it with its frames, whatever comes of it.

        Parameters
        ----------
        call, args, given
            Name of the adapter's method, and its arguments as they are recorded and as it takes them.
        shown
            Returns the answer as it is recorded.
        repeat
            How often the same call was made before without an answer.
        """
        if call in CHANGES:
            self._writer.barrier()
        self._tap.begin(limits)
        first, body = self._writer.position(self.name), CALLS[call]

        def made(error: CallError | None = None, answer: Any = None) -> ExchangeBody:
            frames = (first, self._writer.position(self.name) - 1)
            return body(
                channel=self.name, frames=frames, args=args, answer=answer, error=error, repeat=repeat
            )

        self._call = made
        try:
            answer = getattr(self.adapter, call)(*given)
        except EvidenceError:  # the run takes no more records
            raise
        except Exception as error:  # even a fault of the adapter: every transfer belongs to a record
            reasons = error.reasons if isinstance(error, LabharnessError) else ()
            self._record(made(CallError(error=type(error).__name__, reasons=reasons)))
            self._writer.barrier()
            raise
        return answer, self._record(made(answer=shown(answer)))

    def _record(self, body: ExchangeBody) -> Record:
        with self._sink.taking():
            self._call = None
            return self._writer.append(body)

    def ask(self, call: str, limits: Limits) -> Any:
        """Make a call without arguments whose answer is a value of the model.

        After a hiccup it is made again, where the adapter declares that this changes nothing and the plan allows it.
        """
        for repeat in itertools.count():
            try:
                answer, _ = self.exchange(call, limits, repeat=repeat)
            except HICCUPS:
                if call not in self.info.repeatable or not self.repeats_left:
                    raise
                self.repeats_left -= 1
            else:
                return answer
        raise AssertionError("the last repeat returns or raises")


def dump_request(request: AcquireRequest) -> AcquireArguments:
    """Return a request as it is recorded."""
    order = format_order(request.input) if request.input is not None else None
    given = {each.name: getattr(request, each.name) for each in fields(request)}
    return AcquireArguments(**{**given, "input": order})


def load_request(args: AcquireArguments) -> AcquireRequest:
    """Rebuild what :func:`dump_request` recorded."""
    order = parse_order(args.input) if args.input is not None else None
    return AcquireRequest(**{**dict(args), "input": order})


def choose_adapter(catalog: Catalog, url: str, *, reader: bool, name: str | None = None) -> str:
    """Return the adapter for a URL: by name, as recorded, by the model that the URL names, the usual one, or because only one fits.

    Raises
    ------
    InputError
        If none or several fit; the sentence names them.
    """
    scheme, what = url.partition("://")[0], "reader" if reader else "device"
    if scheme == "capture" and name is None:
        name = recorded_adapter(url)
    fitting = [
        key
        for key in sorted(catalog.adapters)
        if scheme in (info := catalog.adapter_info(key)).schemes and reader == (not info.kinds)
    ]
    drivers = [key for key in fitting if catalog.adapter_info(key).drives(url)]
    fitting = drivers or [key for key in fitting if not catalog.adapter_info(key).models]
    fitting = [key for key in fitting if catalog.adapter_info(key).usual] or fitting
    if name is not None:
        info = catalog.adapter_info(name)
        if scheme not in info.schemes:
            raise InputError(Adapters.OTHER_SCHEME(adapter=name, schemes=tuple(info.schemes), scheme=scheme))
        if reader == bool(info.kinds):
            raise InputError(Adapters.OTHER_CHANNEL(adapter=info.title, url=url[:200], channel=what))
        return name
    if len(fitting) != 1:
        known = tuple(
            f"{key}: {', '.join(info.schemes)}"
            for key in sorted(catalog.adapters)
            if reader == (not (info := catalog.adapter_info(key)).kinds)
        )
        raise InputError(Adapters.NO_SINGLE_FIT(url=url, channel=what, fitting=tuple(fitting), known=known))
    return fitting[0]


def describe(info: AdapterInfo) -> AdapterNamed:
    """Return what the start record says of an adapter."""
    return AdapterNamed(name=info.name, title=info.title, version=info.version, source=info.source)


def open_channel(name: ChannelName, writer: RunWriter, catalog: Catalog, url: str, adapter: str) -> Channel:
    """Build a channel on a URL; it is not yet connected."""
    built = adapter_builder(catalog, adapter, recorded_marks(RunFolder(writer.path)))
    return Channel(name, writer, open_transport(url), built, catalog.adapter_info(adapter))


def adapter_builder(catalog: Catalog, name: str, marks: CardMarks | None) -> Callable[[Link], Any]:
    """Return what builds an adapter on a link, live and in a replay: with the run's marks where it reads them."""
    info = catalog.adapter_info(name)  # which refuses one that is not installed here
    adapter: Callable[..., Any] = catalog.adapters[name]
    if marks is not None and info.marks:
        return partial(adapter, marks=marks)  # which another process can be given
    return adapter
