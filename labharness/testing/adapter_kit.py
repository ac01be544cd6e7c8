"""Test an adapter without its device: exchanges held to a session, and its bytes cut at every boundary."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from itertools import chain
from typing import Any, NoReturn, TypeVar

import numpy as np

from labharness.devices.adapter import AcquireRequest, Adapter, Link, info_of
from labharness.devices.control_request import ControlRequest
from labharness.devices.replay import Replay
from labharness.errors import LabharnessError
from labharness.evidence.segments import Direction, Frame
from labharness.model.observations import Kind
from labharness.testing.samples import Session, recut

Device = TypeVar("Device")
Result = TypeVar("Result")

_LONGEST = 1 << 30
"""More bytes than a transfer has."""

DECK = np.arange(52, dtype=np.uint16)
REQUESTS = (
    AcquireRequest(Kind.SHUFFLE, 2, input=DECK),
    AcquireRequest(Kind.ROUND, 2, round_cards=5),
    AcquireRequest(Kind.DEAL, 2, stacks=(7, 7)),
    AcquireRequest(Kind.DRAW, 3, low=1, high=6),
    AcquireRequest(Kind.BYTES, 8),
)
"""What :func:`every_call` acquires, as far as the adapter can."""


class UnexpectedExchange(AssertionError):
    """An adapter departs from its session; no error of the product, so that no adapter takes it for its device's."""


class SessionLink:
    """A link that holds an adapter to a session: each write must be the next bytes sent, each read has a transfer.

    Parameters
    ----------
    session
        The transfers.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._at = 0
        self._rest = b""
        self._unexpected: UnexpectedExchange | None = None

    @property
    def position(self) -> int:
        """Number of the next frame, as it was when the session was recorded."""
        if self._at < len(self._session):
            return self._session[self._at].number
        return self._session[-1].number + 1 if self._session else 0

    def write(self, data: bytes, timeout: float | None = None) -> None:  # noqa: ARG002  nothing waits
        """Compare with what the session sends next, and fail as it failed."""
        self._expect(Direction.OUT, data, "The adapter sent")
        step = self._session[self._at : self._at + 2]
        self._at += 1
        try:
            Replay(step).write(data)
        except LabharnessError:
            self._at += 1
            raise

    def read(self, size: int, timeout: float | None = None) -> bytes:  # noqa: ARG002  nothing waits
        """Return 1 to ``size`` bytes of the next transfer, or fail as it failed."""
        if not self._rest:
            frame = self._next()
            if frame is None or frame.direction not in (Direction.IN, Direction.FAULT):
                self._depart(f"The adapter asked for {size} bytes")
            self._at += 1
            self._rest = Replay([frame]).read(_LONGEST)
        data, self._rest = self._rest[:size], self._rest[size:]
        return data

    def control(self, request: ControlRequest, timeout: float | None = None) -> bytes:  # noqa: ARG002  nothing waits
        """Compare with the session's next control request; reply, or fail, as it did."""
        self._expect(Direction.CONTROL, request.packet(), "The adapter requested")
        step = Replay(self._session[self._at : self._at + 2])
        try:
            reply = step.control(request)
        except LabharnessError:
            self._at += 2
            raise
        self._at += 2 if request.inward else 1
        return reply

    def finish(self) -> None:
        """Make sure that the session was held to and is at its end.

        Raises
        ------
        UnexpectedExchange
            If the adapter departed from it, or left bytes or exchanges over.
        """
        if self._unexpected is not None:
            raise self._unexpected
        if self._rest or self._at < len(self._session):
            self._depart("The adapter stopped")

    def _expect(self, direction: Direction, data: bytes, deed: str) -> None:
        frame = self._next()
        if self._rest or frame is None or frame.direction != direction or frame.payload != data:
            self._depart(f"{deed} {_shown(data)}")

    def _next(self) -> Frame | None:
        return self._session[self._at] if self._at < len(self._session) else None

    def _depart(self, deed: str) -> NoReturn:
        frame = self._next()
        if self._rest:
            expected = f"{_shown(self._rest)} is still to be read"
        elif frame is None:
            expected = "the session is at its end"
        else:
            verbs = {
                Direction.OUT: "to be sent",
                Direction.IN: "to be read",
                Direction.FAULT: "the failure",
                Direction.CONTROL: "to be requested",
                Direction.REPLY: "the reply",
            }
            expected = f"frame {frame.number} is {verbs[frame.direction]}: {_shown(frame.payload)}"
        self._unexpected = UnexpectedExchange(f"{deed}, but {expected}.")
        raise self._unexpected


@contextmanager
def expected_exchange(adapter: Callable[[Link], Device], session: Session) -> Iterator[Device]:
    """Yield an adapter on a session; anything unexpected or left over fails the test.

    Parameters
    ----------
    adapter
        The adapter's class, or a function that builds the adapter on a link.

    Raises
    ------
    UnexpectedExchange
        If the adapter sends other bytes, reads where nothing comes, or leaves bytes or exchanges over.

    Examples
    --------
    >>> from labharness.testing.samples import script
    >>> class Box:
    ...     def __init__(self, link: Link) -> None:
    ...         self.link = link
    ...
    ...     def name(self) -> bytes:
    ...         self.link.write(b"?")
    ...         return self.link.read(10)
    >>> with expected_exchange(Box, script((b"?", b"Acme"))) as device:
    ...     device.name()
    b'Acme'
    """
    link = SessionLink(session)
    yield adapter(link)
    link.finish()


def every_split(
    adapter: Callable[[Link], Device], session: Session, calls: Callable[[Device], Result]
) -> Result:
    """Make the same calls with the answers as recorded, joined, cut once at each boundary, and byte by byte.

    A session of n received bytes is repeated n + 2 times, so record a short session.  Adapters of transports whose
    transfers are whole files or whole answers (``watch``, ``operator``) need no splits.

    Returns
    -------
    Result
        What ``calls`` returns for the session as recorded.

    Raises
    ------
    UnexpectedExchange
        If an adapter departs from the session, or its results depend on how the bytes arrive.
    LabharnessError
        The error of ``calls``, where all splits raise it alike.
    """
    received = sum(len(frame.payload) for frame in session if frame.direction == Direction.IN)
    expected = _outcome(adapter, session, calls)
    shown = literal(expected)
    for boundaries in chain([()], ((at,) for at in range(1, received)), [range(received)]):
        where = f"cut at {boundaries[0]}" if len(boundaries) == 1 else f"{len(boundaries)} cuts"
        try:
            outcome = _outcome(adapter, recut(session, boundaries), calls)
        except UnexpectedExchange as error:
            raise UnexpectedExchange(f"{error} ({where})") from error
        if literal(outcome) != shown:
            raise UnexpectedExchange(
                f"The result depends on how the bytes arrive ({where}): {literal(outcome)}, not {shown}."
            )
    if isinstance(expected, LabharnessError):
        raise expected
    return expected


def every_call(device: Any) -> list[Any]:
    """Make every call of an adapter or reader; return the result or the device error of each.

    The calls are ``identify``, ``software``, ``load`` of 52 cards, ``acquire`` of each of :data:`REQUESTS` whose kind
    the adapter knows, ``count``, ``status`` and ``safe_state``; of a reader ``read_order`` alone.
    """
    info = info_of(type(device))
    if not info.kinds:
        return [_attempt(device.read_order)]
    adapter: Adapter = device
    requests = [request for request in REQUESTS if request.kind in info.kinds]
    calls: list[Callable[[], Any]] = [
        adapter.identify,
        adapter.software,
        lambda: adapter.load(DECK),
        *(lambda request=request: adapter.acquire(request) for request in requests),
        adapter.count,
        adapter.status,
        adapter.safe_state,
    ]
    return [_attempt(call) for call in calls]


def literal(value: object) -> str:
    """Return a value in full, arrays with their type and every element, so that results can be compared."""
    return repr(_plain(value))


def _plain(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return value.dtype.str, value.tolist()
    if isinstance(value, BaseException):
        return type(value).__name__, _plain(value.args)
    if is_dataclass(value):
        return type(value).__name__, [_plain(getattr(value, field.name)) for field in fields(value)]
    if isinstance(value, list | tuple):
        return [_plain(element) for element in value]
    return value


def _attempt(call: Callable[[], Result]) -> Result | LabharnessError:
    try:
        return call()
    except LabharnessError as error:
        return error


def _outcome(
    adapter: Callable[[Link], Device], session: Session, calls: Callable[[Device], Result]
) -> Result | LabharnessError:
    try:
        with expected_exchange(adapter, session) as device:
            return calls(device)
    except LabharnessError as error:
        return error


def _shown(data: bytes) -> str:
    return repr(data) if len(data) <= 80 else f"{data[:60]!r}… ({len(data)} bytes)"
