r"""Sessions with a device to test its adapter with: scripts, parts of runs, small text files.

A session is the frames of a channel, as a run records them.  It comes from a script in the test (:func:`script`),
from a run folder (:func:`recorded`) or from a small text file (:func:`read_session`), and
:mod:`labharness.testing.adapter_kit` holds an adapter to it.

A text file has one line for each transfer: ``>`` for bytes sent, ``<`` for bytes received, ``>>`` for a control request
of USB (setup packet and bytes sent with it), ``<<`` for its reply and ``!`` for a failed call, then the bytes, as quoted text (UTF-8, escapes as in JSON) or in hexadecimal.  A number before the sign is the
frame's number in its run; without a number a line follows the line before.  Lines that begin with ``#`` are comments::

    # Acme number box
    > "?\n"
    < "Acme,N1,7,A\n"
    > 47 33 0a
    < "3\n1\n2\n"
"""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Collection, Iterable
from contextlib import suppress
from dataclasses import replace
from itertools import groupby, pairwise
from pathlib import Path

from labharness.devices.control_request import ControlRequest
from labharness.devices.replay import of_connection
from labharness.devices.tap import Limits, Tap
from labharness.errors import DeviceTimeout, LabharnessError
from labharness.evidence.folder import RunFolder
from labharness.evidence.outside import SizeLimit, text_outside
from labharness.evidence.segments import Direction, Frame
from labharness.reason import quoted

Session = tuple[Frame, ...]
"""Transfers of one channel in order, connections left out."""

SIGNS = {
    ">": Direction.OUT,
    "<": Direction.IN,
    "!": Direction.FAULT,
    ">>": Direction.CONTROL,
    "<<": Direction.REPLY,
}
_LINE = re.compile(r"(\d*)\s*(>>|<<|[<>!])\s*(.*)")


class Recording(list[Frame]):
    """Frames that a :class:`~labharness.devices.tap.Tap` records, kept in memory."""

    @property
    def position(self) -> int:
        """Number of the next frame."""
        return len(self)

    def record(self, direction: Direction, payload: bytes) -> int:
        """Keep one frame; return its number."""
        self.append(Frame(len(self), direction, 0, bytes(payload), 0))
        return len(self) - 1

    @property
    def session(self) -> Session:
        """What was recorded so far."""
        return _transfers(self)


class Answers:
    """A transport that gives one answer at each read and takes whatever is sent.

    Parameters
    ----------
    answers
        The bytes of each transfer, or the error that the read raises.
    """

    url = "answers"

    def __init__(self, answers: Iterable[bytes | LabharnessError]) -> None:
        self._answers = deque(answers)

    @property
    def left(self) -> int:
        """How many answers nobody has asked for."""
        return len(self._answers)

    def open(self) -> dict[str, str]:
        """Connect to nothing."""
        return {}

    def write(self, data: bytes, timeout: float) -> None:
        """Drop the bytes; the tap has recorded them."""

    def read(self, size: int, timeout: float) -> bytes:  # noqa: ARG002  an answer is given whole
        """Return or raise the next answer."""
        if not self._answers:
            raise DeviceTimeout(quoted("The script holds no further answer."))
        answer = self._answers.popleft()
        if isinstance(answer, LabharnessError):
            raise answer
        return answer

    def control(self, request: ControlRequest, timeout: float) -> bytes:
        """Return or raise the next answer; a request to the device takes none but an error."""
        fails = self._answers and isinstance(self._answers[0], LabharnessError)
        return self.read(request.length, timeout) if request.inward or fails else b""

    def close(self) -> None:
        """Let go of nothing."""


def script(*exchanges: tuple[bytes | ControlRequest | LabharnessError, ...]) -> Session:
    """Write a session: for each exchange the bytes to be sent, then what comes, transfer by transfer.

    Parameters
    ----------
    exchanges
        First the bytes to be sent (``b""`` where the adapter only reads), then the bytes of each transfer or the error
        that a read raises.  In the place of bytes to be sent a control request, then its reply, or its error.

    Examples
    --------
    >>> session = script((b"?", b"Acme,", b"N1"), (b"G1", b"3"))
    >>> [frame.direction.name for frame in session]
    ['OUT', 'IN', 'IN', 'OUT', 'IN']
    """
    recording = Recording()
    for sent, *answers in exchanges:
        assert not isinstance(sent, LabharnessError)
        transport = Answers(_answer(each) for each in answers)
        tap = Tap(transport, recording, Limits(0.0))
        if isinstance(sent, ControlRequest):
            with suppress(LabharnessError):
                tap.control(sent)
        elif sent:
            tap.write(sent)
        while transport.left:
            with suppress(LabharnessError):
                tap.read(0)
    return recording.session


def _answer(answer: bytes | ControlRequest | LabharnessError) -> bytes | LabharnessError:
    assert not isinstance(answer, ControlRequest)
    return answer


def recorded(run: Path, channel: str = "device", first: int = 0, last: int | None = None) -> Session:
    """Return the session of a run's channel.

    Parameters
    ----------
    run
        The run folder.
    channel
        ``"device"`` or ``"reader"``.
    first, last
        Numbers of the first and the last frame; the first should begin an exchange.

    Raises
    ------
    IntegrityError
        If the folder holds no run, or its frames are damaged.
    """
    frames = RunFolder.open(run).frames(channel, first)
    return _transfers(frame for frame in frames if last is None or frame.number <= last)


def read_session(file: Path) -> Session:
    """Read a session from a text file; raises as :func:`parse_session`."""
    return parse_session(text_outside(file, SizeLimit.KEPT), file.name)


def parse_session(text: str, name: str = "session") -> Session:
    """Read a session from text.

    Raises
    ------
    ValueError
        If a line is neither a comment nor a transfer, with its number.
    """
    frames: list[Frame] = []
    for place, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        match = _LINE.fullmatch(line.strip())
        try:
            number, sign, content = match.groups() if match else ("", "", "")
            payload = json.loads(content).encode() if content.startswith('"') else bytes.fromhex(content)
            position = int(number) if number else frames[-1].number + 1 if frames else 0
            frames.append(Frame(position, SIGNS[sign], 0, payload, 0))
        except (KeyError, ValueError) as error:
            raise ValueError(
                f'{name}, line {place}: write >, <, >>, << or !, then "text" or hexadecimal bytes.'
            ) from error
    return _transfers(frames)


def session_text(session: Session) -> str:
    """Return a session as the text that :func:`parse_session` reads.

    Examples
    --------
    >>> print(session_text(script((b"?", b"Acme"), (bytes([7]), b"ok"))), end="")
    > "?"
    < "Acme"
    > 07
    < "ok"
    """
    signs = {direction: sign for sign, direction in SIGNS.items()}
    lines, expected = [], 0
    for frame in session:
        number = "" if frame.number == expected else f"{frame.number} "
        lines.append(f"{number}{signs[frame.direction]} {_written(frame.payload)}\n")
        expected = frame.number + 1
    return "".join(lines)


def recut(session: Session, boundaries: Collection[int]) -> Session:
    """Return a session whose answers arrive in other pieces.

    Parameters
    ----------
    boundaries
        Offsets in the bytes received, over the whole session, at which a transfer ends.  Elsewhere the transfers
        of one answer are joined.

    Examples
    --------
    >>> [frame.payload for frame in recut(script((b"?", b"ab", b"cd")), {3})]
    [b'?', b'abc', b'd']
    """
    frames: list[Frame] = []
    begin = 0
    for direction, group in groupby(session, key=lambda frame: frame.direction):
        members = list(group)
        if direction != Direction.IN:
            frames += members
            continue
        data = b"".join(frame.payload for frame in members)
        places = [0, *sorted(at - begin for at in boundaries if begin < at < begin + len(data)), len(data)]
        frames += [replace(members[-1], payload=data[at:end]) for at, end in pairwise(places)]
        begin += len(data)
    return tuple(frames)


def _transfers(frames: Iterable[Frame]) -> Session:
    return tuple(frame for frame in frames if not of_connection(frame))


def _written(payload: bytes) -> str:
    text = payload.decode("ascii", "replace")
    plain = all(character.isprintable() or character in "\r\n\t" for character in text) and text.isascii()
    return json.dumps(text) if plain else payload.hex(" ")
