"""A run whose runner died anywhere goes on, and its verdict is never the better for it."""

import json
import os
import shutil
import subprocess
import sys
from types import SimpleNamespace

import pytest

from labharness.app.devices.preflight import RunOrder
from labharness.app.plug_ins.discovery import discover
from labharness.app.runs.services import resume_command, resume_run, run_command, start_run
from labharness.devices.adapter import AcquireRequest
from labharness.devices.tap import Limits
from labharness.errors import DeviceTimeout, IntegrityError, StorageError
from labharness.evidence import writer as writing
from labharness.evidence.folder import read_ledger
from labharness.evidence.history.run import Progress, RunHistory
from labharness.evidence.records.body import RecordType
from labharness.evidence.records.calls import CallError, LoadArguments, NoArguments
from labharness.evidence.records.line import Record
from labharness.evidence.segments import Direction
from labharness.evidence.verify import verify
from labharness.model.observations import Kind
from labharness.model.reasons.evidence import Evidence
from labharness.model.reasons.run import Course
from labharness.model.reasons.wire import Wire
from labharness.model.results import Ending, Outcome
from labharness.plans.frozen import freeze
from labharness.plans.suite import small_plan
from labharness.runner import run as conducting
from labharness.runner.channel import CHANGES, dump_request, open_channel
from tests.support.reasons import refused
from tests.support.runs import body_of, broken_off, tiny_start

RNG = "pai-gow-poker-645a-starting-position"
SHOE = "pai-gow-poker-645a-dealing-shoe"
STAGES = {"draws": {"units": 3000, "batch": 1000}, "raw": {"units": 8000, "batch": 4000}}


@pytest.mark.parametrize("stride", [6, pytest.param(1, marks=pytest.mark.long)])
def test_a_runner_may_die_after_any_record(lab, records, stride):
    """Every sixth record and those about the end, as a resumed run is judged whole each time; all of them in make long.

    Those of the judgment itself are left to ``test_judging_again.py``.
    """
    url = lab.device("rng", seed=4614)
    whole, outcome = lab.run(lab.plan(RNG, STAGES), url)
    assert outcome.verdict.outcome is Outcome.PASS
    written = list(whole.records())
    closed = next(record.seq for record in written if record.type is RecordType.SESSION_CLOSED)
    over = next(record.seq for record in written if record.type is RecordType.CONDUCTED)
    for lines in sorted({*range(1, over, stride), closed, closed + 1, over, over + 1}):
        folder = broken_off(whole, lines, lab.space.path / f"cut-{lines}", torn=b'{"seq"')
        assert verify(folder.path).ending is Ending.INTERRUPTED
        assert RunHistory.of(folder).summary.outcome is Outcome.INCONCLUSIVE
        again = resume_run(folder)
        assert verify(folder.path, again.head).problems == ()
        assert verify(folder.path).ending is Ending.COMPLETE
        assert list(folder.records())[:lines] == written[:lines]
        [recovered] = records(folder, RecordType.RECOVERED)
        assert recovered["ledger_torn"] == '{"seq"'
        if lines > over:  # nothing was missing but the verdict
            assert records(folder, RecordType.RESUMED) == []
            assert again.verdict.outcome is Outcome.PASS
            continue
        [resumed] = records(folder, RecordType.RESUMED)
        exchanged = [
            record.body.frames[1] for record in written[:lines] if record.type is RecordType.EXCHANGE
        ]
        frames = sum(1 for _ in whole.frames("device"))
        assert resumed["orphan_frames"] == {"device": frames - (exchanged[-1] + 1 if exchanged else 0)}
        assert resumed["after_seq"] == lines - 1
        # What follows the closing of the last session holds no evidence: to lose it is no gap in the evidence.
        tidy = closed < lines
        assert resumed["planned"] is tidy
        assert again.verdict.outcome is Outcome.PASS or not tidy
        assert again.verdict.outcome is not Outcome.PASS or tidy
        done = {}
        for body in records(folder, RecordType.OBSERVED):
            assert body["first"] == done.get(body["stage"], 0), "no unit twice, none left out"
            done[body["stage"]] = body["first"] + body["units"]
        assert done == {"draws": 3000, "raw": 8000}


def longer(folder, number):
    """Flip a bit of a frame's length, so that all that follows looks like a frame that was being written."""
    frame = next(folder.frames("device", number))
    file = folder.raw / "device-0001.seg"
    whole = bytearray(file.read_bytes())
    whole[frame.offset + 11] ^= 1
    file.write_bytes(whole)


def shorter(folder, number):
    frame = next(folder.frames("device", number))
    os.truncate(folder.raw / "device-0001.seg", frame.offset + 40)


def gone(folder, _):
    (folder.raw / "device-0001.seg").unlink()


def test_raw_evidence_that_was_damaged_or_deleted_is_no_torn_tail(lab):
    """With a plan that allows interruptions, what was lost would be drawn again, and pass."""
    plan = lab.plan(RNG, STAGES, interruptions_allowed=9)
    whole, _ = lab.run(plan, lab.device("rng", seed=4614))
    drawn = [record for record in whole.records() if record.type is RecordType.OBSERVED]
    exchange = next(record for record in whole.records() if record.seq == drawn[0].body.exchange)
    for damage in (longer, shorter, gone):
        folder = broken_off(whole, drawn[1].seq + 1, lab.space.path / damage.__name__)
        damage(folder, exchange.body.frames[0])
        left = (folder.path / "ledger.jsonl").read_bytes()
        assert refused(IntegrityError, resume_run, folder)[0].is_a(Evidence.NOT_RESUMED), damage
        assert not verify(folder.path).clean
        assert (folder.path / "ledger.jsonl").read_bytes() == left
        assert RunHistory.of(folder).summary.outcome is Outcome.INCONCLUSIVE
        assert not folder.alive
    sound = broken_off(whole, drawn[1].seq + 1, lab.space.path / "sound")
    assert resume_run(sound).verdict.outcome is Outcome.PASS


@pytest.mark.skipif(sys.platform == "win32", reason="needs limits of a process")
def test_a_run_that_cannot_be_read_when_it_is_judged_is_judged_when_it_can(lab):
    """A run that fails reads as one without a failure where its ledger cannot be opened."""
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)

    def judging(_):
        resource.setrlimit(resource.RLIMIT_NOFILE, (0, hard))

    order = RunOrder(lab.plan(RNG, STAGES), lab.device("rng", "stuck_bit", seed=4614), None, "run", "test")
    try:
        with pytest.raises(StorageError, match="Too many open files"):
            start_run(lab.space, order, on_step=judging)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    folder, outcome = lab.resume()
    assert outcome.verdict.outcome is Outcome.FAIL
    assert verify(folder.path).clean


def test_cards_that_are_in_the_device_are_not_put_in_again(lab, records):
    plan = lab.shoe_plan(units=20)
    url = lab.device("dealing_shoe")
    whole, _ = lab.run(plan, url)
    loaded = next(
        r.seq for r in whole.records() if r.type is RecordType.STAGE_FINISHED and r.body.stage == "load"
    )
    folder = broken_off(whole, loaded + 1, lab.space.path / "cut")
    assert resume_run(folder).ending is Ending.COMPLETE
    loads = records(folder, RecordType.EXCHANGE, call="load")
    assert len(loads) == 1


USB_CHAINED = [
    ('kind = "acquire"', 'kind = "load"\nname = "load"\n\n[[stages]]\nkind = "acquire"'),
    ('input = "reset"', 'input = "chained"'),
]


def test_an_order_that_lay_in_the_device_is_not_known_after_a_gap(lab, records):
    url = lab.device("fair_shuffler")
    without = ("reader-before", "reader-after")
    plan = lab.hand_plan(60, texts=USB_CHAINED, without=without, interruptions_allowed=9)
    whole, _ = lab.run(plan, url)
    seen = [record.seq for record in whole.records() if record.type is RecordType.OBSERVED]
    folder = broken_off(whole, seen[4] + 1, lab.space.path / "cut")
    outcome = resume_run(folder)
    units = [(body["first"], body["input_known"]) for body in records(folder, RecordType.OBSERVED)]
    before, after = units[:5], units[5:]
    assert {how for _, how in before} == {"chained"}
    assert after[0][1] == "unknown"
    assert {how for _, how in after[1:]} == {"chained"}
    assert outcome.verdict.outcome is Outcome.INCONCLUSIVE
    assert any(
        reason.is_a(Course.INPUT_UNPROVEN) and reason["stage"] == "shuffles"
        for reason in outcome.verdict.reasons
    )
    assert records(folder, RecordType.DEVIATION)


@pytest.mark.long
@pytest.mark.skipif(not shutil.which("bash"), reason="needs ulimit")
def test_a_full_disk_ends_the_runner_in_one_sentence_and_loses_nothing(lab, good_sentence):
    plan = lab.plan(RNG, {"draws": {"units": 20000, "batch": 1000}, "raw": {"units": 8000, "batch": 4000}})
    command = run_command(lab.space.path, RunOrder(plan, lab.device("rng", seed=4614), name="full"))
    limited = ["bash", "-c", 'ulimit -f 30; exec "$@"', "bash", *command]
    # Python would leave compiled modules as short as the disk allows, and stumble over them the next time.
    uncached = os.environ | {"PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(limited, capture_output=True, text=True, timeout=120, check=False, env=uncached)
    assert done.returncode == 3
    text = json.loads(done.stdout)
    assert text["error"] == "StorageError"
    assert good_sentence(text["sentence"])
    assert "Free disk space, then resume." in text["sentence"]
    folder = lab.space.run("full")
    result = verify(folder.path)
    assert result.clean
    assert result.ending is Ending.INTERRUPTED
    assert not folder.alive
    before = list(folder.records())
    assert len(before) > 10
    done = subprocess.run(resume_command(folder), capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 2, done.stdout
    assert json.loads(done.stdout)["ending"] == "COMPLETE"
    assert list(folder.records())[: len(before)] == before
    assert verify(folder.path).clean


ARGUMENTS = {"load": LoadArguments(order="AS"), "acquire": dump_request(AcquireRequest(Kind.BYTES, 1))}


@pytest.mark.parametrize("call", ["identify", "load", "acquire", "safe_state"])
def test_everything_is_on_the_medium_before_a_device_is_changed(call, tmp_path, monkeypatch):
    monkeypatch.setattr(writing, "SYNC_SECONDS", 3600)
    writer = tiny_start(tmp_path / "tiny")
    channel = open_channel("device", writer, discover(), "file:///dev/null", "byte_source")
    path, synced = writer.path / "ledger.jsonl", []
    monkeypatch.setattr("labharness.evidence.folder.flush", lambda _: synced.append(path.stat().st_size))
    frame = writer.record("device", Direction.OUT, b"before")
    record = writer.append(body_of(RecordType.PROGRESS, {"stage": "s", "done": frame, "units": 1}))

    def work(*_):
        kept = list(read_ledger(path))[-1] == record and synced[-1:] == [path.stat().st_size]
        assert kept is (call in CHANGES)

    channel.adapter = SimpleNamespace(**{call: work})
    channel.exchange(call, Limits(1.0), ARGUMENTS.get(call, NoArguments()))
    writer.close()


def test_what_a_device_did_not_answer_is_on_the_medium_before_anybody_hears_of_it(tmp_path, monkeypatch):
    monkeypatch.setattr(writing, "SYNC_SECONDS", 3600)
    writer = tiny_start(tmp_path / "tiny")
    channel = open_channel("device", writer, discover(), "file:///dev/null", "byte_source")
    silent = Wire.SILENT(link="file:///dev/null")

    def work():
        raise DeviceTimeout(silent)

    channel.adapter = SimpleNamespace(identify=work)
    with pytest.raises(DeviceTimeout):
        channel.exchange("identify", Limits(1.0))
    last = list(read_ledger(writer.path / "ledger.jsonl"))[-1]
    assert last.body.error == CallError(error="DeviceTimeout", reasons=(silent,))
    writer.close()


@pytest.mark.parametrize(
    ("orphans", "reads", "reader", "asked"),
    [(2, 3, True, 1), (0, 3, True, 0), (2, 0, True, 0), (2, 3, False, 0)],
)
def test_cards_that_no_record_knows_are_cleared_away_before_the_next_read(orphans, reads, reader, asked):
    progress = Progress()
    body = {"after_seq": 9, "gap_s": 1.0, "orphan_frames": {"device": orphans, "reader": 0}, "planned": False}
    progress.take(Record(10, "", 0, body_of(RecordType.RESUMED, body), "", ""))
    asking = []
    bench = SimpleNamespace(
        progress=progress,
        reader=object() if reader else None,
        control=SimpleNamespace(ask=lambda *question: asking.append(question)),
        frozen=freeze(small_plan(SHOE, {"deals": {"independent_reads": reads}}), "shoe.toml"),
    )
    conducting._clear_away(bench)
    assert [(action, patience) for action, _, _, patience in asking] == [("confirm", 3600.0)] * asked
