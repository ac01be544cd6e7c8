"""A channel: one device or reader with its transport, tap and adapter."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from labharness.analysis.sampling.catalogue import Catalogue
from labharness.devices.adapter import AcquireRequest, AdapterInfo, Link
from labharness.devices.opening import open_transport
from labharness.devices.tap import Tap
from labharness.devices.transport import Transport
from labharness.devices.transports.capture import recorded_adapter
from labharness.errors import DeviceError, DeviceLost, InputError
from labharness.evidence.codec import dump
from labharness.evidence.folder import RunFolder
from labharness.evidence.records import Record, RecordType
from labharness.evidence.segments import Direction
from labharness.evidence.writer import RunWriter
from labharness.model.cards import format_order, parse_order
from labharness.model.observations import Kind
from labharness.plans.card_stock import CardMarks, recorded_marks

Answer = TypeVar("Answer")

CHANGES = frozenset({"load", "acquire", "safe_state"})
"""Calls that change a device: everything before them is on the medium first."""


@dataclass(slots=True)
class ChannelSink:
    """Frames of one channel into the run."""

    writer: RunWriter
    channel: str
    abandoned: bool = False

    @property
    def position(self) -> int:
        """Number of the next frame."""
        return self.writer.position(self.channel)

    def record(self, direction: Direction, payload: bytes) -> int:
        """Write one frame before anybody uses it."""
        if self.abandoned:
            raise DeviceLost(f"The run has let go of the {self.channel}.")
        return self.writer.record(self.channel, direction, payload)


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
    """

    def __init__(
        self,
        name: str,
        writer: RunWriter,
        transport: Transport,
        adapter_class: Callable[[Link], Any],
        info: AdapterInfo,
    ) -> None:
        self.name, self.info, self.transport = name, info, transport
        self._writer = writer
        self._sink = ChannelSink(writer, name)
        self._tap = Tap(transport, self._sink, default_timeout=30.0)
        self.adapter = adapter_class(self._tap)

    def open(self) -> None:
        """Connect and record what the bus says."""
        info = self._tap.open()
        self._writer.append(
            RecordType.CONNECTED, {"channel": self.name, "url": self.transport.url, "info": info}
        )

    def close(self, why: str) -> None:
        """Disconnect; never raises for a device that is gone."""
        body: dict[str, Any] = {"channel": self.name, "why": why}
        try:
            self._tap.close()
        except DeviceError as error:
            body["reasons"] = error.dumped()
        self._writer.append(RecordType.DISCONNECTED, body)

    def abandon(self) -> None:
        """Record nothing more: a call that did not come back must not write into a run that has ended."""
        self._sink.abandoned = True
        self.transport.close()

    def exchange(
        self,
        call: str,
        args: dict[str, Any],
        work: Callable[[Any], Answer],
        shown: Callable[[Answer], Any],
        timeout_s: float,
    ) -> tuple[Answer, Record]:
        """Make one call and record it with its frames, whatever comes of it.

        Parameters
        ----------
        call, args
            Name of the adapter's method and its arguments as JSON.
        work
            Makes the call on the adapter.
        shown
            The answer as JSON.
        """
        if call in CHANGES:
            self._writer.barrier()
        self._tap.default_timeout = timeout_s
        first = self._writer.position(self.name)
        body: dict[str, Any] = {"channel": self.name, "call": call, "args": args}
        try:
            answer = work(self.adapter)
        except DeviceError as error:
            if self._sink.abandoned:
                raise
            body["frames"] = [first, self._writer.position(self.name) - 1]
            body["error"] = {"error": type(error).__name__, "reasons": error.dumped()}
            self._writer.append(RecordType.EXCHANGE, body)
            self._writer.barrier()
            raise
        if self._sink.abandoned:
            raise DeviceLost(f"The run has let go of the {self.name}.")
        body["frames"] = [first, self._writer.position(self.name) - 1]
        body["answer"] = shown(answer)
        return answer, self._writer.append(RecordType.EXCHANGE, body)

    def ask(self, call: str, timeout_s: float) -> Any:
        """Make a call without arguments whose answer is a value of the model."""
        answer, _ = self.exchange(call, {}, lambda adapter: getattr(adapter, call)(), dump_answer, timeout_s)
        return answer


def dump_answer(answer: Any) -> Any:
    """Return an adapter's answer as JSON; observations are recorded apart."""
    if answer is None or isinstance(answer, (str, int)):
        return answer
    if isinstance(answer, tuple):
        return [dump(one) for one in answer]
    return dump(answer)


def dump_request(request: AcquireRequest) -> dict[str, Any]:
    """Return a request as JSON."""
    order = format_order(request.input) if request.input is not None else None
    again = {"again": True} if request.again else {}
    return {
        "kind": request.kind.value,
        "units": request.units,
        "first": request.first,
        "input": order,
        "round_cards": request.round_cards,
        "stacks": list(request.stacks),
        "low": request.low,
        "high": request.high,
        **again,
    }


def load_request(data: dict[str, Any]) -> AcquireRequest:
    """Rebuild what :func:`dump_request` wrote."""
    order = parse_order(data["input"]) if data["input"] is not None else None
    return AcquireRequest(
        **{**data, "kind": Kind(data["kind"]), "input": order, "stacks": tuple(data["stacks"])}
    )


def choose_adapter(catalogue: Catalogue, url: str, *, reader: bool, name: str | None = None) -> str:
    """Return the adapter for a URL: by name, as recorded, or because it is the only one that fits.

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
        for key in sorted(catalogue.adapters)
        if scheme in (info := catalogue.adapter_info(key)).schemes and reader == (not info.kinds)
    ]
    if name is not None:
        info = catalogue.adapter_info(name)
        if scheme not in info.schemes:
            raise InputError(
                f"Adapter {name!r} speaks {', '.join(info.schemes)}, not {scheme}://; choose another or name none."
            )
        if reader == bool(info.kinds):
            raise InputError(f"{info.title} at {url[:80]!r} cannot serve as {what}; give another URL.")
        return name
    if len(fitting) != 1:
        known = "; ".join(
            f"{key}: {', '.join(catalogue.adapter_info(key).schemes)}" for key in sorted(catalogue.adapters)
        )
        raise InputError(
            f"{len(fitting)} adapters fit the {what} URL {url!r}; name one of those there are ({known})."
        )
    return fitting[0]


def describe(info: AdapterInfo) -> dict[str, Any]:
    """Return what the start record says of an adapter."""
    return {"name": info.name, "title": info.title, "version": info.version, "source": info.source.value}


def open_channel(name: str, writer: RunWriter, catalogue: Catalogue, url: str, adapter: str) -> Channel:
    """Build a channel on a URL; it is not yet connected."""
    built = adapter_builder(catalogue, adapter, recorded_marks(RunFolder(writer.path)))
    return Channel(name, writer, open_transport(url), built, catalogue.adapter_info(adapter))


def adapter_builder(catalogue: Catalogue, name: str, marks: CardMarks | None) -> Callable[[Link], Any]:
    """Return what builds an adapter on a link, live and in a replay: with the run's marks where it reads them."""
    adapter = catalogue.adapters[name]
    if marks is not None and catalogue.adapter_info(name).marks:
        return lambda link: adapter(link, marks=marks)
    return adapter
