"""The answer to one request, out of a stream that may begin in the middle of the answer to an older one."""

from __future__ import annotations

from labharness.devices.lti.frame import ERROR, HEADER, MAGIC, NO_REQUEST, FrameReader, LtiFrame


class AnswerReader:
    """Cuts the frames of one answer out of a stream.

    Whatever comes before the first frame that repeats the request's number belongs to a request that was given up, as
    whole frames, as the rest of one, or as damaged bytes.  From that frame on nothing else may come.

    Parameters
    ----------
    request
        Number of the request.
    """

    def __init__(self, request: int) -> None:
        self._frames = FrameReader()
        self._before = bytearray()
        self._request = request
        self._begun = False

    def __len__(self) -> int:
        return len(self._frames)

    @property
    def noise(self) -> bytes:
        """The first bytes received, where they are not those of a frame and no answer has begun; else nothing."""
        noisy = not self._begun and self._before[:4] != MAGIC[: len(self._before)]
        return bytes(self._before[:8]) if noisy else b""

    def feed(self, data: bytes) -> None:
        """Add the next bytes of the stream."""
        if self._begun:
            self._frames.feed(data)
            return
        start = max(len(self._before) - HEADER.size, 0)
        self._before += data
        place = self._first(start)
        if place is not None:
            self._begun = True
            self._frames.feed(bytes(self._before[place:]))
            self._before.clear()

    def next_frame(self) -> LtiFrame | None:
        """Take the next whole frame; raises :class:`TransferDamaged` if the answer has begun and its bytes are no frame."""
        return self._frames.next_frame() if self._begun else None

    def _first(self, start: int) -> int | None:
        """Return where the first header of the answer begins."""
        place = self._before.find(MAGIC, start)
        while place >= 0 and len(self._before) - place >= HEADER.size:
            _, _, kind, _, _, request, _ = HEADER.unpack_from(self._before, place)
            if request == self._request or (kind == ERROR and request == NO_REQUEST):
                return place
            place = self._before.find(MAGIC, place + 1)
        return None
