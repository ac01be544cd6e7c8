"""The answer to a request after the answer to an older one broke off."""

import pytest

from labharness.devices.lti.frame import ANSWER, MAX_PAYLOAD, AnswerReader, LtiFrame, split
from labharness.devices.lti.message import RequestType
from labharness.errors import TransferDamaged

KIND = RequestType.STATUS | ANSWER
OLD = b"".join(frame.encode() for frame in split(KIND, 7, bytes(3000), 1000))
NEW = LtiFrame(KIND, 8, b"new").encode()


def frames(reader):
    return list(iter(reader.next_frame, None))


@pytest.mark.parametrize("piece", [1, 7, 10_000])
@pytest.mark.parametrize("lost", [0, 1, 16, 500, 1020, len(OLD) - 1, len(OLD)])
def test_the_rest_of_an_older_answer_is_skipped(lost, piece):
    reader, stream, result = AnswerReader(8), OLD[lost:] + NEW, []
    for at in range(0, len(stream), piece):
        reader.feed(stream[at : at + piece])
        result += frames(reader)
    assert [frame.payload for frame in result] == [b"new"]
    assert not len(reader)


def test_an_older_answer_that_broke_off_in_a_frame_hides_no_answer():
    longest = LtiFrame(KIND, 7, bytes(MAX_PAYLOAD)).encode()[20:]
    for kept in (OLD[:1], OLD[:15], OLD[:16], OLD[:900], longest):
        reader = AnswerReader(8)
        reader.feed(kept + NEW)
        assert [frame.payload for frame in frames(reader)] == [b"new"], len(kept)


def test_a_damaged_frame_of_the_answer_itself_is_an_error():
    reader = AnswerReader(8)
    reader.feed(OLD[5:] + NEW[:-1] + bytes([NEW[-1] ^ 1]))
    with pytest.raises(TransferDamaged):
        reader.next_frame()


def test_noise_is_told_from_an_older_answer():
    noisy, older = AnswerReader(8), AnswerReader(8)
    noisy.feed(b"noise, noise")
    older.feed(OLD)
    assert (noisy.noise, older.noise) == (b"noise, n", b"")
    assert frames(noisy) == frames(older) == []
