"""Lines of the ledger: the same bytes everywhere, and read back as they were written; a ledger is followed while it grows.

The document of the evidence format holds the schema of the models.  Segments: any frames come back as they went in.
"""

import copy
import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from labharness.errors import InputError, IntegrityError, StorageError
from labharness.evidence.folder import LedgerReader, LedgerWriter, read_ledger
from labharness.evidence.history.run import RunHistory
from labharness.evidence.records.body import RecordType, dump, load
from labharness.evidence.records.calls import ObservedBody, dump_observation, load_observation
from labharness.evidence.records.course import DeviationBody, ResultBody
from labharness.evidence.records.line import decode, encode
from labharness.evidence.segments import GENESIS, Direction, SegmentWriter, read_frames, segment_name
from labharness.model.cards import FOREIGN_BACK, UNREAD
from labharness.model.observations import (
    Batch,
    Deal,
    Draws,
    InputKnown,
    Kind,
    Provenance,
    RawBytes,
    Round,
    Shuffle,
    Source,
)
from labharness.model.reasons.decision import Details, Irregular
from labharness.model.reasons.evidence import Evidence
from labharness.model.reasons.inputs import Inputs
from labharness.model.reasons.register import Laws
from labharness.model.reasons.run import Effects
from labharness.model.results import CheckResult, Effect, PerShuffle
from labharness.reason import quoted
from tests.support.reasons import refused
from tests.support.record_schema import record_schema, section, with_section
from tests.support.runs import EXAMPLES, body_of

UTC = "2026-01-02T03:04:05.678901Z"
hashes = st.text("0123456789abcdef", min_size=64, max_size=64)


def test_there_is_an_example_of_every_type():
    assert {kind for kind, _ in EXAMPLES} == set(RecordType)


@given(st.sampled_from(EXAMPLES), st.integers(0, 1 << 40), st.integers(0, 1 << 60), hashes)
def test_a_line_is_read_back_as_it_was_written(example, seq, mono, prev):
    kind, fields = example
    line, digest = encode(seq, UTC, mono, body_of(kind, fields), prev)
    assert line.isascii()
    assert line.count(b"\n") == 1
    assert line.endswith(b"\n")
    record = decode(line[:-1], seq, prev)
    assert (record.seq, record.type, record.utc, record.mono_ns) == (seq, kind, UTC, mono)
    assert (record.body, record.prev, record.hash) == (body_of(kind, fields), prev, digest)
    written = json.loads(line)
    assert (written["hash"], written["body"]) == (digest, fields)
    assert encode(seq, UTC, mono, record.body, prev) == (line, digest)


@given(st.text())
def test_any_text_is_kept_and_half_a_character_becomes_a_whole_one(text):
    line, _ = encode(0, UTC, 0, DeviationBody(reasons=(quoted(text),)), GENESIS)
    (kept,) = decode(line[:-1], 0, GENESIS).body.reasons
    assert kept["text"] == text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def test_bare_text_of_an_old_record_is_quoted():
    body = body_of("prompt", {"prompt": 1, "action": "look", "asks": ["Load."], "data": {}, "timeout_s": 1.0})
    failed = {"code": "adapter.in_file", "parameters": {"file": "a", "why": ["The disk is full."]}}

    assert body.asks == (quoted("Load."),)
    assert body_of("deviation", {"reasons": [failed]}).reasons[0]["why"] == (quoted("The disk is full."),)


OPTIONAL = {
    RecordType.START: ("simulated", "submission", "cards", "acknowledged", "account", "compares"),
    RecordType.RESUMED: ("account",),
    RecordType.SESSION_OPENED: ("utc",),
    RecordType.EXCHANGE: ("args", "answer", "error", "repeat"),
    RecordType.ANSWER: ("instrument", "account"),
    RecordType.COMMAND: ("stage", "account"),
    RecordType.VERDICT: ("rule",),
}


def test_a_line_with_an_unknown_field_without_a_required_one_or_with_one_of_another_type_is_refused():
    for kind, fields in EXAMPLES:
        for place in ({**fields, "more": 1}, {**fields, "": None}):
            with pytest.raises(ValueError, match="extra_forbidden"):
                body_of(kind, place)
        for name in fields:
            wrong = [{**fields, name: ["x", {"y": 1.5}]}]
            if name not in OPTIONAL.get(kind, ()):
                wrong.append({other: value for other, value in fields.items() if other != name})
            for each in wrong:
                with pytest.raises(ValueError, match=name):
                    body_of(kind, each)


def test_a_line_is_these_bytes():
    line, digest = encode(7, UTC, 11, DeviationBody(reasons=(quoted("ä\n\x00"),)), GENESIS)
    assert digest == "69f6837d18868bd30fd705281a1bc32f3e27a3914c501b1cbc81b23881fe329e"
    assert line == (
        b'{"seq":7,"prev":"'
        + b"0" * 64
        + b'","type":"deviation","utc":"2026-01-02T03:04:05.678901Z","mono_ns":11,'
        b'"body":{"reasons":[{"code":"quoted.text","parameters":{"text":"\\u00e4\\n\\u0000"}}]},"hash":"'
        + digest.encode()
        + b'"}\n'
    )
    assert digest == hashlib.sha256(line.split(b',"hash"')[0] + b"}").hexdigest()


SAMPLE = """
import sys
from labharness.evidence.folder import utc_now
from labharness.evidence.records.course import ResultBody
from labharness.evidence.records.line import encode
from labharness.model.reasons.run import Effects
from labharness.model.reasons.register import Laws
from labharness.model.results import CheckResult, Effect
effect, law = Effect(Effects.COHENS_W(), 0.1, 0.0, 1.0), Laws.CHI_SQUARE(df=3)
result = CheckResult(3, {"X2": 1234567.5, "a": 1e-300}, 3.0, {"right": 0.1}, law, effect)
body = ResultBody(check="\u00fc\u20ac", about=None, result=result)
sys.stdout.buffer.write(encode(1, "2026-01-02T03:04:05.678901Z", 2, body, "0" * 64)[0])
sys.stderr.write(utc_now())
"""


def test_lines_depend_on_no_locale_time_zone_or_hash_seed():
    result = set()
    for number, (zone, locale) in enumerate([("UTC", "C"), ("Asia/Kathmandu", "tr_TR.ISO-8859-9")]):
        other = {"TZ": zone, "LC_ALL": locale, "LANG": locale, "PYTHONHASHSEED": str(number)}
        environment = os.environ | other
        done = subprocess.run(
            [sys.executable, "-c", SAMPLE], env=environment, capture_output=True, check=True
        )
        result.add(done.stdout)
        assert done.stderr.endswith(b"Z")
    assert len(result) == 1


def test_numbers_that_json_does_not_know_are_not_written():
    body = ResultBody(check="a", about=None, result=CheckResult(1, {"X2": 1.0}))
    for value in (float("nan"), float("inf"), -float("inf")):
        body.result.statistic["X2"] = value
        with pytest.raises(ValueError, match="JSON compliant"):
            encode(0, UTC, 0, body, GENESIS)
        with pytest.raises(ValueError, match="finite"):
            ResultBody(check="a", about=None, result=CheckResult(1, {"X2": value}))


def test_a_result_judges_no_unit_that_it_did_not_read():
    for units, judged in ((-1, None), (60, -1), (60, 61)):
        with pytest.raises(ValueError, match="judged other units"):
            ResultBody(check="a", about=None, result=CheckResult(units, violations=0, judged=judged))


def hashed(body):
    return body[:-1] + b',"hash":"' + hashlib.sha256(body).hexdigest().encode() + b'"}'


def test_what_is_no_line_is_refused_and_a_hash_alone_makes_none():
    for line in (b"", b"x" * 500, b"{}"):
        assert refused(IntegrityError, decode, line, 3, GENESIS) == (Evidence.LINE_HASH(line=4),)
    other = b'{"seq":3,"prev":"","type":"none","utc":"","mono_ns":0,"body":{}}'
    for body in (b"{}", b"\xff}", b"1}", b'{"seq":3}', other):
        (reason,) = refused(IntegrityError, decode, hashed(body), 3, GENESIS)
        assert (reason.is_a(Evidence.LINE_INVALID), reason["line"]) == (True, 4)


cards = st.integers(0, 53) | st.builds(
    lambda card, copy: card | copy << 6, st.integers(0, 51), st.integers(1, 7)
)
seen = cards | st.just(UNREAD) | st.builds(lambda card: card | FOREIGN_BACK, cards)


def order(values):
    import numpy as np

    return np.array(values, dtype=np.uint16)


orders = st.lists(seen, max_size=12).map(order)
OBSERVATIONS = {
    Kind.SHUFFLE: st.builds(Shuffle, orders, orders),
    Kind.ROUND: st.builds(Round, orders, orders),
    Kind.DEAL: st.builds(Deal, st.lists(orders, min_size=1, max_size=4).map(tuple), orders),
    Kind.DRAW: st.builds(Draws, st.lists(st.integers(0, 65535), min_size=1, max_size=20).map(order)),
}


@given(st.sampled_from(sorted(OBSERVATIONS)), st.data())
def test_an_observation_is_read_back_as_it_was_written(kind, data):
    observation = data.draw(OBSERVATIONS[kind])
    written = dump_observation(observation)
    assert dump_observation(load_observation(kind, written)) == written
    assert repr(load_observation(kind, written)) == repr(observation)


def test_a_batch_keeps_where_it_came_from():
    known = Provenance(InputKnown.CHAINED, Source.DEVICE_REPORTED)
    batch = Batch("shuffles", Kind.SHUFFLE, 4, (Shuffle(order([1, 2]), order([2, 1])),), known)
    body = ObservedBody.of(batch, 17)
    read = body.batch()
    assert (read.stage, read.kind, read.first, read.provenance) == ("shuffles", Kind.SHUFFLE, 4, known)
    assert ObservedBody.of(read, 17) == body


def test_raw_bytes_are_in_the_ledger_by_hash_only():
    assert dump_observation(RawBytes(b"abc")) == hashlib.sha256(b"abc").hexdigest()
    with pytest.raises(ValueError, match="decode them from their frames"):
        load_observation(Kind.BYTES, "00")


def test_values_of_the_model_are_read_back():
    result = CheckResult(
        3,
        {"X2": 1.5},
        2.0,
        {"right": 0.25},
        Laws.WEIGHTED_BY(weights=2, covariance=Laws.COVARIANCE_OF_LOADS(seed=1)),
        Effect(Effects.PER_SHUFFLE(what=PerShuffle.CYCLES, fair=4.54), 0.1, 0.0, 0.2),
        details=(Details.LEFT_OUT(number=2, what=Irregular.ROUNDS),),
    )
    assert load(CheckResult, json.loads(json.dumps(dump(result)))) == result


DOCUMENT = Path(__file__).parents[2] / "docs" / "evidence-format.md"


def test_the_document_holds_the_schema_of_the_models():
    text = DOCUMENT.read_text("utf-8")
    assert with_section(text) == text
    assert section() in text


def test_the_schema_has_every_record_type_and_allows_no_other_field():
    schema = record_schema()
    assert set(schema["records"]) == set(RecordType)
    for name, part in schema["$defs"].items():
        if part.get("type") == "object":
            assert part["additionalProperties"] is False, name


FIXED = settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])


@FIXED
@given(st.data())
def test_a_ledger_that_grows_anyhow_gives_each_record_once(tiny, data):
    whole = (tiny.path / "ledger.jsonl").read_bytes()
    expected = list(tiny.records())
    cuts = sorted(data.draw(st.lists(st.integers(0, len(whole)), max_size=12)))
    growing = tiny.path / "growing.jsonl"
    growing.unlink(missing_ok=True)
    follower, seen = LedgerReader(growing), []
    assert list(follower.poll()) == []
    for end in [*cuts, len(whole)]:
        growing.write_bytes(whole[:end])
        seen += follower.poll(data.draw(st.integers(0, 3)))
        lines = whole[:end].count(b"\n")
        seen += follower.poll()
        assert len(seen) == lines
        assert follower.good_bytes == whole[:end].rfind(b"\n") + 1
        assert follower.torn == whole[follower.good_bytes : end]
    assert seen == expected
    assert list(follower.poll()) == []


def test_a_follower_left_half_way_goes_on_where_it_was(tiny):
    follower, seen = tiny.follow(), []
    while True:
        record = next(follower.poll(), None)
        if record is None:
            break
        seen.append(record)
    assert seen == list(tiny.records())


def test_a_follower_names_the_first_bad_line_each_time(tiny):
    path = tiny.path / "ledger.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:3], lines[3].replace(b"acquire", b"require"), *lines[4:]]))
    follower, seen = LedgerReader(path), []
    for _ in range(2):
        with pytest.raises(IntegrityError) as refused:
            seen += follower.poll()
        assert refused.value.reasons == (Evidence.LINE_HASH(line=4),)
    assert follower.good_bytes == len(b"".join(lines[:3]))


def test_a_ledger_is_never_written_over(tiny, tmp_path):
    for place in (tiny.path, tmp_path / "nowhere"):
        assert refused(StorageError, LedgerWriter, place / "ledger.jsonl")[0].is_a(Inputs.UNWRITABLE)
    assert refused(IntegrityError, list, read_ledger(tmp_path / "ledger.jsonl"))[0].is_a(Evidence.NOT_A_RUN)


@pytest.mark.parametrize("which", ["tiny", "rng_run"])
def test_a_history_made_in_steps_is_the_one_made_at_once(which, request):
    result = request.getfixturevalue(which)
    folder = result if which == "tiny" else result[1]
    records = list(folder.records())
    whole = RunHistory.of(folder)
    for step in (1, 2, 7):
        folded = RunHistory()
        for place in range(0, len(records), step):
            folded.read(records[place : place + step])
            assert folded == RunHistory().read(copy.deepcopy(records[: place + step]))
        assert folded == whole
    assert whole.summary.records == len(records)
    assert whole.summary.head == records[-1].hash


def test_a_line_without_end_is_not_read_whole(tiny, monkeypatch):
    whole = (tiny.path / "ledger.jsonl").read_bytes()
    monkeypatch.setattr(
        "labharness.evidence.folder.LONGEST_LINE", max(map(len, whole.splitlines(keepends=True)))
    )
    assert list(tiny.follow().poll()) == list(tiny.records())
    (tiny.path / "ledger.jsonl").write_bytes(whole + b"x" * 10_000)
    follower, seen = tiny.follow(), []
    for _ in range(2):
        with pytest.raises(IntegrityError) as refused:
            seen += follower.poll()
        assert refused.value.reasons[0].is_a(Evidence.LINE_TOO_LONG)
    assert follower.good_bytes == len(whole)


def test_a_record_that_no_reader_would_take_is_not_written(tmp_path, monkeypatch):
    writer = LedgerWriter(tmp_path / "ledger.jsonl")
    monkeypatch.setattr("labharness.evidence.folder.LONGEST_LINE", 400)
    long = body_of(RecordType.DEVIATION, {"reasons": ["x" * 400]})
    assert refused(InputError, writer.append, long)[0].is_a(Evidence.RECORD_TOO_LONG)
    writer.append(body_of(RecordType.DEVIATION, {"reasons": ["x"]}))
    writer.write()
    writer.close()
    (record,) = read_ledger(tmp_path / "ledger.jsonl")
    assert record.body.reasons == (quoted("x"),)


frames = st.lists(
    st.tuples(
        st.sampled_from(Direction),
        st.binary(max_size=40) | st.sampled_from([0, 1, 4095, 4096, 4097, 70000]).map(bytes),
        st.integers(0, (1 << 64) - 1),
    ),
    max_size=8,
)


def write(folder, index, first, previous, content):
    writer = SegmentWriter(folder, "run", "device", index, first, previous)
    numbers = [writer.append(*frame) for frame in content]
    writer.close()
    return numbers, writer.state()


@given(first=frames, second=frames)
def test_any_frames_come_back_over_two_segments(tmp_path_factory, first, second):
    folder = tmp_path_factory.mktemp("raw")
    numbers, state = write(folder, 1, 0, GENESIS, first)
    more, last = write(folder, 2, state.frames, state.head, second)
    assert numbers + more == list(range(len(first) + len(second)))
    frames = list(read_frames(folder, "run", "device"))
    assert [(frame.direction, frame.payload, frame.mono_ns) for frame in frames] == first + second
    assert [frame.number for frame in frames] == numbers + more
    late = list(read_frames(folder, "run", "device", first=len(first)))
    assert late == frames[len(first) :]
    for name, promised in ((segment_name("device", 1), state), (segment_name("device", 2), last)):
        content = (folder / name).read_bytes()
        assert hashlib.sha256(content).hexdigest() == promised.sha256
        assert len(content) == promised.size == promised.good


@pytest.mark.parametrize(
    ("run", "channel", "index", "first", "previous", "byte"),
    [
        ("other", "device", 1, 0, GENESIS, 0),
        ("run", "reader", 1, 0, GENESIS, 0),
        ("run", "device", 2, 0, GENESIS, 0),
        ("run", "device", 1, 0, "1" * 64, 0),
        ("run", "device", 1, 1, GENESIS, 126),
    ],
)
def test_a_segment_of_another_run_or_place_is_refused(tmp_path, run, channel, index, first, previous, byte):
    writer = SegmentWriter(tmp_path, run, channel, index, first, previous)
    writer.append(Direction.IN, b"x", 1)
    writer.close()
    (tmp_path / writer.name).rename(tmp_path / "device-0001.seg")
    reasons = refused(IntegrityError, list, read_frames(tmp_path, "run", "device"))
    assert (reasons[0]["byte"], reasons[0]["frame"]) == (byte, 0)


def test_a_segment_is_never_written_over(tmp_path):
    write(tmp_path, 1, 0, GENESIS, [])
    assert refused(StorageError, write, tmp_path, 1, 0, GENESIS, []) == (
        Evidence.DISK(file="device-0001.seg", why="File exists"),
    )
