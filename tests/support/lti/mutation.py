"""Mutations of a right device on the wire: what stands between its firmware and the host."""

import zlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from labharness.devices.lti import message as lti
from labharness.devices.lti.frame import ANSWER, CRC, ERROR, MAX_PAYLOAD, FrameReader, LtiFrame
from labharness.devices.lti.message import RequestType
from labharness.errors import ProtocolError
from labharness.simulators.fault import Send, Step
from labharness.simulators.firmware import Firmware

Receive = Callable[[bytes], list[Step]]
Mutation = Callable[[Firmware], Receive]
"""Builds the device's end of the wire around right firmware."""
Alter = Callable[[LtiFrame], LtiFrame]


def request_of(data: bytes) -> LtiFrame | None:
    """Return the request that a transfer holds, None where it is not one whole frame."""
    reader = FrameReader()
    reader.feed(data)
    try:
        return reader.next_frame()
    except ProtocolError:
        return None


def frames_of(steps: Iterable[Step]) -> list[LtiFrame]:
    """Return the frames of an answer."""
    frames = (request_of(step.data) for step in steps if isinstance(step, Send))
    return [frame for frame in frames if frame is not None]


def sent(*frames: LtiFrame) -> list[Step]:
    """Return the steps that send frames."""
    return [Send(frame.encode()) for frame in frames]


def answered(receive: Callable[[Firmware, bytes, LtiFrame | None], list[Step]]) -> Mutation:
    """Return a mutation that is given the firmware, a transfer and the request that it holds."""
    return lambda firmware: lambda data: receive(firmware, data, request_of(data))


def steps(alter: Callable[[list[Step]], list[Step]], *of: RequestType) -> Mutation:
    """Change what happens on the wire in answer to some messages, or to all."""

    def receive(firmware: Firmware, data: bytes, request: LtiFrame | None) -> list[Step]:
        usual = firmware.receive(data)
        concerned = not of or (request is not None and request.kind in of)
        return alter(usual) if usual and concerned else usual

    return answered(receive)


def wire(alter: Callable[[bytes], bytes], *of: RequestType) -> Mutation:
    """Change the bytes of each frame."""
    return steps(
        lambda result: [
            replace(each, data=alter(each.data)) if isinstance(each, Send) else each for each in result
        ],
        *of,
    )


def answers(alter: Alter, *of: RequestType) -> Mutation:
    """Change the frames of answers that are no errors."""

    def changed(data: bytes) -> bytes:
        frame = request_of(data)
        return data if frame is None or frame.kind == ERROR else alter(frame).encode()

    return wire(changed, *of)


def payloads(alter: Callable[[bytes], bytes], *of: RequestType) -> Mutation:
    """Change the payload of answers that are no errors."""
    return answers(lambda frame: replace(frame, payload=alter(frame.payload)), *of)


def errors(alter: Alter, *codes: int) -> Mutation:
    """Change errors, all or those with some codes."""

    def changed(data: bytes) -> bytes:
        frame = request_of(data)
        concerned = frame is not None and frame.kind == ERROR
        if frame is None or not concerned or (codes and frame.payload[0] not in codes):
            return data
        return alter(frame).encode()

    return wire(changed)


def refusals(alter: Callable[[lti.Refusal], lti.Refusal], *codes: int) -> Mutation:
    """Change what errors say."""
    return errors(
        lambda frame: replace(frame, payload=alter(lti.Refusal.decode(frame.payload)).encode()), *codes
    )


def requests(alter: Alter, *of: RequestType) -> Mutation:
    """Let the firmware see other requests than the host sent; answers name the host's message."""

    def receive(firmware: Firmware, data: bytes, request: LtiFrame | None) -> list[Step]:
        if request is None or (of and request.kind not in of):
            return firmware.receive(data)
        frames = frames_of(firmware.receive(alter(request).encode()))
        kind = request.kind | ANSWER
        return sent(*(each if each.kind == ERROR else replace(each, kind=kind) for each in frames))

    return answered(receive)


def accepting(payload: Callable[[bytes], bytes], *of: RequestType) -> Mutation:
    """Let the firmware see another payload where it would refuse the host's."""

    def receive(firmware: Firmware, data: bytes, request: LtiFrame | None) -> list[Step]:
        usual = firmware.receive(data)
        frames = frames_of(usual)
        if request is None or request.kind not in of or not frames or frames[0].kind != ERROR:
            return usual
        return firmware.receive(replace(request, payload=payload(request.payload)).encode())

    return answered(receive)


def refusing(
    message: RequestType, code: lti.ErrorCode, when: Callable[[LtiFrame], bool] = lambda _: True
) -> Mutation:
    """Refuse a message that the device must answer."""
    refusal = lti.Refusal(code, message, "not now").encode()
    return _instead(message, LtiFrame(ERROR, 0, refusal), when)


def answering(kind: int) -> Mutation:
    """Answer a type of message that the document does not define."""
    return _instead(kind, LtiFrame(kind | ANSWER, 0, b"debug"), lambda _: True)


def _instead(kind: int, answer: LtiFrame, when: Callable[[LtiFrame], bool]) -> Mutation:
    """Answer a message in the firmware's place."""

    def receive(firmware: Firmware, data: bytes, request: LtiFrame | None) -> list[Step]:
        if request is None or request.kind != kind or not when(request):
            return firmware.receive(data)
        return sent(replace(answer, request=request.request))

    return answered(receive)


def afterwards(effect: Callable[[Firmware, LtiFrame], None], when: Callable[[LtiFrame], bool]) -> Mutation:
    """Do something to the device after an answer for which ``when`` holds."""

    def receive(firmware: Firmware, data: bytes, request: LtiFrame | None) -> list[Step]:
        usual = firmware.receive(data)
        if request is not None and any(map(when, frames_of(usual))):
            effect(firmware, request)
        return usual

    return answered(receive)


def resealed(data: bytes, place: int, value: int) -> bytes:
    """Return a frame with another byte in its header and the CRC of that."""
    body = data[:place] + bytes([value]) + data[place + 1 : -CRC.size]
    return body + CRC.pack(zlib.crc32(body))


def parted(steps: list[Step], size: int = MAX_PAYLOAD) -> list[Step]:
    """Return an answer divided into frames of so many bytes of payload."""
    (whole,) = frames_of(steps)
    pieces = [whole.payload[at : at + size] for at in range(0, max(len(whole.payload), 1), size)]
    last = len(pieces) - 1
    return sent(
        *(
            replace(whole, payload=piece, part=place % 256, last=place == last)
            for place, piece in enumerate(pieces)
        )
    )


@dataclass
class Memory:
    """What a wrong device remembers of its first answer."""

    payload: bytes | None = None

    def first(self, payload: bytes) -> bytes:
        """Return the first payload again and again."""
        self.payload = payload if self.payload is None else self.payload
        return self.payload
