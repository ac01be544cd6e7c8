import pytest
from hypothesis import given
from hypothesis import strategies as st

from labharness.errors import DeviceTimeout
from labharness.evidence.segments import Direction
from labharness.testing.samples import (
    Recording,
    parse_session,
    read_session,
    recorded,
    recut,
    script,
    session_text,
)

ANSWERS = st.binary(min_size=1, max_size=12)
SESSIONS = st.lists(
    st.tuples(st.binary(max_size=6), ANSWERS) | st.tuples(st.binary(max_size=6), ANSWERS, ANSWERS), max_size=5
).map(lambda exchanges: script(*exchanges))


def payloads(session, direction):
    return [frame.payload for frame in session if frame.direction == direction]


@given(SESSIONS)
def test_text_gives_back_every_session(session):
    assert parse_session(session_text(session)) == session


def test_text_is_easy_to_write_keeps_faults_and_places_and_names_what_is_no_transfer(tmp_path):
    file = tmp_path / "box.session"
    session = script((b"?", b"N1\n"), (b"G", DeviceTimeout("Nothing came.")))[1:]
    file.write_text(session_text(session), encoding="utf-8")
    assert file.read_text(encoding="utf-8").startswith('1 < "N1\\n"\n> "G"\n! "{')
    assert read_session(file) == session
    (sent, answer, other) = parse_session('# box\n\n7>"?\\n"\n< 4e 31 0A\n  <  "é"\n')
    assert (sent.number, sent.direction, sent.payload) == (7, Direction.OUT, b"?\n")
    assert (answer.number, answer.payload) == (8, b"N1\n")
    assert other.payload == "é".encode()
    for line in ("?", "> 4", '> "x', "> xy", '> "x" y', "x > 00", "<> 00", '> {"a": 1}'):
        with pytest.raises(ValueError, match="box, line 2: write >, <, >>, << or !"):
            parse_session(f"> 00\n{line}\n", "box")


@given(SESSIONS, st.sets(st.integers(-1, 60)))
def test_other_pieces_hold_the_same_bytes_at_the_same_places(session, boundaries):
    pieces = recut(session, boundaries)
    assert b"".join(payloads(pieces, Direction.IN)) == b"".join(payloads(session, Direction.IN))
    sent = [frame for frame in session if frame.direction == Direction.OUT]
    assert [frame for frame in pieces if frame.direction == Direction.OUT] == sent
    ends, received = set(), 0
    for place, frame in enumerate(pieces):
        if frame.direction == Direction.IN:
            assert frame.payload
            received += len(frame.payload)
            if place + 1 < len(pieces) and pieces[place + 1].direction == Direction.IN:
                ends.add(received)
    assert ends <= boundaries


def test_a_script_is_recorded_as_a_run_records_it_and_byte_by_byte_is_every_boundary():
    session = script((b"?", b"Ac", b"me"), (b"", b"!"), (b"G", DeviceTimeout("Nothing came.")), (b"R",))
    assert [frame.number for frame in session] == list(range(7))
    assert [frame.direction.name for frame in session] == ["OUT", "IN", "IN", "IN", "OUT", "FAULT", "OUT"]
    assert payloads(recut(script((b"?", b"abc")), range(3)), Direction.IN) == [b"a", b"b", b"c"]


def test_connections_are_no_part_of_a_session_of_a_run(rng_run):
    recording = Recording()
    for direction, payload in (
        (Direction.FAULT, b'{"call": "open", "error": "DeviceNotFound", "message": "No device."}'),
        (Direction.OPEN, b"{}"),
        (Direction.OUT, b"?"),
        (Direction.CLOSE, b""),
    ):
        recording.record(direction, payload)
    assert [frame.number for frame in recording.session] == [2]
    _, folder, _ = rng_run
    first = recorded(folder.path, last=4)
    assert [frame.number for frame in first] == [1, 2, 3, 4]
    assert recorded(folder.path, first=3, last=4) == first[2:]
    assert parse_session(session_text(first)) == tuple(
        type(frame)(frame.number, frame.direction, 0, frame.payload, 0) for frame in first
    )
