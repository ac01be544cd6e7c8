import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from labharness.app.reports import morning_report
from labharness.app.reports.morning_report import build_night_report, gather_night, read_span
from labharness.app.workspace.register import issued
from labharness.app.workspace.workspace import Workspace
from labharness.errors import InputError
from labharness.evidence.folder import RunFolder
from labharness.evidence.glimpse import glimpse
from labharness.evidence.lock import FileLock
from labharness.evidence.records.body import RecordType
from labharness.filings.entries.entry import Laboratory
from labharness.language.dates import moment
from labharness.model.reasons.conduct import Conduct
from labharness.model.reasons.evidence import Lockable
from labharness.model.reasons.inputs import Inputs
from labharness.model.reasons.night import Nights
from labharness.model.results import Outcome, Verdict
from labharness.nights.items import Closing, Item
from labharness.nights.items import State as Queued
from labharness.reason import dump_reason
from labharness.reporting.build import build_night
from labharness.reporting.fitting import high
from labharness.reporting.layout import read_layout
from labharness.reporting.night import Night, NightRunState
from labharness.reporting.open_items import DutyKind
from labharness.reporting.typography import FRAME_HEIGHT
from tests.support.dossiers import fixed_clock
from tests.support.goldens import hold
from tests.support.reasons import refused
from tests.support.run_factory import IDENTITY, PASSED, failing, worded, write_run
from tests.support.shown import said, shown, spaced

HOUR = timedelta(hours=1)
EVENING = datetime(2026, 11, 20, 18, tzinfo=UTC)
BEGUN = (RecordType.SESSION_OPENED, {"session": 2})
ASKED = {
    "prompt": 7,
    "action": "load",
    "asks": ["Put the deck in, then say done."],
    "data": {},
    "timeout_s": 60,
}
STATUS = {
    "channel": "device", "call": "status", "args": {}, "frames": [0, 0],
    "answer": {"mode": "idle", "alarms": ["cover open"], "meters": {}},
}  # fmt: skip
GOING = {"verdict": None, "ending": None}


@pytest.fixture
def paper(sections):
    """Return a function that returns what the report of a night shows."""
    layout = read_layout(name="morning_report.toml")
    return lambda night, *laboratory: shown(build_night, night, sections, layout, *laboratory)


def test_the_laboratory_on_record_issues_it(paper):
    laboratory = Laboratory(id="laboratory", name="Example Laboratory", address="1 Test Street")
    result = paper(night_of(), laboratory)

    assert result.imprint.author == "Example Laboratory"
    assert "Example Laboratory" in result.text
    assert "Bureau" not in result.text


@pytest.fixture
def at_work():
    """Return a function that holds a run as its runner would."""
    held = []
    yield lambda folder: held.append(FileLock(folder.path / "lock", Lockable.RUN, folder.run))
    for lock in held:
        lock.release()


def night_of(*folders, until=None):
    now = datetime.now(UTC)
    return Night.of(folders, now - HOUR, until or now + HOUR)


def needs(night):
    return [duty.need for duty in night.duties]


WHEN = datetime(2026, 9, 3, 9, tzinfo=UTC)
"""Hour of the records of the goldens."""
FAILED = dict(zip(("results", "verdict"), failing(), strict=True))
UNSAFE = {"attempted": True, "reached": False, "reasons": [dump_reason(Conduct.REST_UNANSWERED())]}
ALARMED = {"simulated": "shelves, seed 7", "deviations": ("The door stood open.",), "extra": ((RecordType.EXCHANGE, STATUS),) * 3}  # fmt: skip
RUNS = {
    "good": {},
    "failed": FAILED,
    "alarmed": FAILED | ALARMED,
    "lost": {"verdict": None, "ending": "DEVICE_LOST", "extra": ((RecordType.SAFE_STATE, UNSAFE),)},
    "gone": {**GOING, "extra": (BEGUN,)},
    "closed": GOING,
    "asking": {**GOING, "extra": (BEGUN, (RecordType.PROMPT, ASKED))},
    "broken": {},
}
NIGHTS = {
    "nothing ran": (),
    "quiet": ("good",),
    "one failed": ("alarmed",),
    "much to do": ("failed", "lost", "gone", "closed", "asking", "broken"),
}
QUEUED = (
    Item(id="late", bench="1", device="d", order={}, state=Queued.ENDED, closing=Closing.NOT_RUN,
         reason=Nights.PREDECESSOR_NOT_PASSED(item="first")),
    Item(id="open", bench="1", device="d", order={}, state=Queued.ENDED, closing=Closing.LEFT_OPEN,
         reason=Nights.STALLED(silent_s=1900.0, limit_s=900.0)),
    Item(id="gone", bench="1", device="d", order={}, state=Queued.ENDED, closing=Closing.LOST),
    Item(id="ran", bench="1", device="d", order={}, state=Queued.ENDED, closing=Closing.RAN),
    Item(id="withdrawn", bench="1", device="d", order={}, state=Queued.ENDED, closing=Closing.NOT_RUN,
         reason=Nights.WITHDRAWN()),
)  # fmt: skip
MISSED = (("nightly@20261124T1800", "2026-11-24T23:00:00+00:00"),)


def test_nights_print_what_their_golden_has(tmp_path, paper, at_work):
    written = {}
    for name, options in RUNS.items():
        with fixed_clock():
            written[name] = write_run(tmp_path / name, **options)
    (written["broken"].path / "game.toml").write_bytes(b"changed")
    at_work(written["asking"])
    nights = {
        name: Night.of([written[each] for each in runs], WHEN - HOUR, WHEN + HOUR)
        for name, runs in NIGHTS.items()
    }
    assert nights["nothing ran"].duties == nights["quiet"].duties == ()
    assert needs(nights["much to do"]) == [
        DutyKind.REST, DutyKind.UNREADABLE, DutyKind.ANSWER, DutyKind.LOST, DutyKind.INTERRUPTED, DutyKind.CLOSED, DutyKind.FAILED,
    ]  # fmt: skip
    nights["queued"] = Night.of([written["good"]], WHEN - HOUR, WHEN + HOUR, QUEUED, MISSED)
    late = [DutyKind.VANISHED, DutyKind.NOT_RUN, DutyKind.MISSED, DutyKind.LEFT_OPEN]
    assert needs(nights["queued"]) == late
    assert nights["queued"].head != nights["quiet"].head
    nights["run from before"] = Night.of([written["good"], written["gone"]], WHEN + HOUR, WHEN + 2 * HOUR)
    assert nights["run from before"].runs == ()
    assert [(duty.need, duty.run) for duty in nights["run from before"].duties] == [(DutyKind.LEFT, "gone")]
    texts = (f"=== {name}\n{paper(night).lines}" for name, night in nights.items())
    hold("papers/nights.txt", "\n\n".join(texts))


def test_a_run_at_work_is_read_without_disturbing_it(tmp_path, paper, at_work):
    folder = write_run(tmp_path / "working", **GOING, extra=(BEGUN, (RecordType.EXCHANGE, STATUS)))
    at_work(folder)
    with (folder.path / "ledger.jsonl").open("ab") as file:
        file.write(b'{"seq":99,"prev":"half a li')
    before = {file: file.stat().st_mtime_ns for file in folder.path.rglob("*")}
    night = night_of(folder)
    text = paper(night).text

    (run,) = night.runs
    assert (run.state, run.standing.verdict) == (NightRunState.GOING_ON, None)
    assert night.duties == night.warnings == ()
    assert "At work going on; no verdict yet" in text
    assert "No decision is made before the end of the run." in text
    assert {file: file.stat().st_mtime_ns for file in folder.path.rglob("*")} == before
    assert folder.alive


def test_what_came_after_the_span_counts_for_nothing(tmp_path, paper):
    folder = write_run(tmp_path / "run", results=failing()[0], verdict=failing()[1], extra=(BEGUN,))
    opened = next(r for r in folder.records() if r.type is RecordType.SESSION_OPENED and r.body.session == 2)
    at = moment(opened.utc)
    night = night_of(folder, until=at)

    assert night.runs[0].state is NightRunState.GOING_ON
    assert night.runs[0].subject.head == opened.hash
    assert night.made == at.isoformat()
    assert "FAIL" not in paper(night).text
    assert night_of(folder, until=at - 2 * HOUR).runs == ()


def test_evidence_that_does_not_verify_comes_before_everything_it_says(tmp_path, paper):
    folder = write_run(tmp_path / "run")
    segment = next(folder.raw.iterdir())
    content = bytearray(segment.read_bytes())
    content[200] ^= 1
    segment.write_bytes(content)
    night = night_of(folder)

    assert needs(night) == [DutyKind.EVIDENCE, DutyKind.UNDECIDED]
    assert night.runs[0].standing.verdict is Outcome.INCONCLUSIVE
    assert "raw/device-0001.seg, byte" in paper(night).parts[0]


def test_half_a_page_for_each_run_whatever_the_strings_are(tmp_path, paper):
    text = "<b>bold</b> & \u202e 🎲 \x00 " * 700
    alarm = {**STATUS, "answer": {"mode": "idle", "alarms": [text, "W" * 9000], "meters": {}}}
    verdict = Verdict(Outcome.FAIL, (worded(text),) * 100, failing()[1].decisions * 20)
    identity = replace(IDENTITY, manufacturer=text, model=text, serial=text)
    run = write_run(
        tmp_path / ("r" * 100), results=failing()[0], verdict=verdict, identity=identity, simulated=text,
        deviations=(text,) * 50, extra=((RecordType.EXCHANGE, alarm),) * 2, ending="ERROR",
    )  # fmt: skip
    report = paper(night_of(*[run] * 6))
    each = [value for value in report.story if "Results decided" in spaced(said([value]))]

    assert len(each) == 6
    assert all(FRAME_HEIGHT / 3 < high(each._content) + 12 <= FRAME_HEIGHT / 2 for each in each)
    assert " …" in report.text
    assert "and 50 more, in the record of the run" in report.parts[-1]


def test_the_same_runs_and_span_give_the_same_bytes(tmp_path, sections):
    layout, folders = read_layout(name="morning_report.toml"), [write_run(tmp_path / name) for name in "ab"]
    since, until = datetime.now(UTC) - HOUR, datetime.now(UTC)
    nights = [Night.of(each, since, until) for each in (folders, folders[::-1])]

    assert nights[0].head == nights[1].head
    assert build_night(nights[0], sections, layout) == build_night(nights[1], sections, layout)


def test_a_night_is_built_into_the_workspace_and_put_on_record(tmp_path):
    space = Workspace.init(tmp_path / "space")
    write_run(space.path / "runs" / "one", verdict=PASSED)
    since, until = read_span(f"{datetime.now(UTC) - HOUR:%Y-%m-%dT%H:%M:%SZ}..")
    path = build_night_report(space, since, until)
    (drawn,) = issued(space)

    assert path == space.path / "reports" / f"{gather_night(space, since, until).number}.pdf"
    assert path.read_bytes().startswith(b"%PDF")
    assert (drawn.report, drawn.run) == (path.stem, "")


def test_a_span_is_two_moments_and_numbers_the_night_by_its_evening_where_it_was_spent():
    for text in ("", "2026-11-20T18:00", "..2026-11-20", "yesterday..", "2026-11-21..2026-11-20"):
        assert refused(InputError, read_span, text)[0].is_a(Inputs.NOT_SPAN, Inputs.NOT_MOMENT), text
    since, until = read_span("2026-11-20T20:30-05:00..2026-11-21T07:00-05:00")
    assert (Night(since, until).number, until - since) == ("night-2026-11-20", timedelta(hours=10.5))


def test_a_run_that_cannot_be_opened_or_has_anothers_name_is_listed_as_unreadable(tmp_path):
    sound, copied, locked = (write_run(tmp_path / name) for name in ("sound", "copied", "locked"))
    another = RunFolder(copied.path.rename(tmp_path / "another"))
    (locked.path / "ledger.jsonl").unlink()
    (locked.path / "ledger.jsonl").mkdir()
    night = night_of(another, locked, sound)

    assert [run.run for run in night.runs] == ["sound"]
    assert [name for name, _ in night.unreadable] == ["another", "locked"]
    assert needs(night)[:2] == [DutyKind.UNREADABLE] * 2


def test_a_run_of_the_future_is_named_and_one_after_the_span_is_not(tmp_path, monkeypatch):
    """A night recorded with a clock that was ahead would otherwise vanish from its morning."""
    space = Workspace.init(tmp_path / "workspace")
    write_run(space.path / "runs" / "late")
    right = datetime.now(UTC)
    assert gather_night(space, right - 3 * HOUR, right - 2 * HOUR).duties == ()

    class Earlier(datetime):
        @classmethod
        def now(cls, zone=None):
            return right.astimezone(zone) - HOUR

    monkeypatch.setattr(morning_report, "datetime", Earlier)
    night = gather_night(space, right - 3 * HOUR, right - 2 * HOUR)
    assert [(duty.need, duty.run) for duty in night.duties] == [(DutyKind.UNREADABLE, "late")]
    assert "later than the clock of this computer" in night.duties[0].said[0]
    assert night.warnings == (), "its evidence may well verify"


def test_a_glimpse_takes_the_last_line_that_can_be_read(tmp_path):
    folder = write_run(tmp_path / "run")
    ledger = folder.path / "ledger.jsonl"
    last = list(folder.records())[-1]
    ledger.write_bytes(ledger.read_bytes() + b"x" * 200_000 + b'\n{"torn')
    seen = glimpse(folder.path)

    assert (seen.last, seen.updated) == (last, moment(last.utc))
    assert seen.began == moment(json.loads(ledger.read_bytes().split(b"\n")[0])["utc"])
