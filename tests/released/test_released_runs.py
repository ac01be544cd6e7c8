"""Every run and report that a released version wrote still opens, verifies, judges the same and is reproduced.

``python -m tests.support.releases tests/released/VERSION`` adds a release; from then on its files never change.
"""

import json
import shutil
from pathlib import Path

import pytest

from labharness import FILES_SHA256
from labharness.app.people.authority import Trusted
from labharness.app.people.keys import read_certificates
from labharness.app.plug_ins.discovery import discover
from labharness.app.reports import redrawing
from labharness.app.reports.issuing import verify_report
from labharness.app.reports.reverify import reverify
from labharness.app.reports.run_reports import render
from labharness.app.runs.evaluating import same_values
from labharness.app.submission.submissions import gather, settle_runs
from labharness.app.workspace.workspace import Workspace
from labharness.assessment.runs.judging import judge
from labharness.assessment.settling import settle_members
from labharness.evidence.folder import RunFolder
from labharness.evidence.history.run import RunHistory
from labharness.evidence.verify import verify
from labharness.model.reasons.evidence import Redrawn
from labharness.model.reasons.report import Redrawings
from labharness.plans.frozen import frozen_plan
from labharness.runner.cutting import RawDecoder
from labharness.signing.signature_check import ListedSigner
from tests.support.goldens import hold
from tests.support.paper import paper
from tests.support.releases import CLASSES, HEADS
from tests.support.rewording import rewritten
from tests.support.signing_factory import LISTED

HERE = Path(__file__).parent
RELEASES = sorted(path.parent for path in HERE.glob(f"*/{HEADS}"))
RUNS = {
    f"{release.name}/{name}": head
    for release in RELEASES
    for name, head in json.loads((release / HEADS).read_text("utf-8")).items()
}

SIGNERS = (*LISTED, ListedSigner("Engineer B", "reviewed"), ListedSigner("Head C", "authorized"))
"""Who signed the reports of the releases."""


def test_there_is_a_run_of_every_kind():
    assert {name.partition("/")[2] for name in RUNS} == CLASSES.keys()
    assert {path.parent.relative_to(HERE).as_posix() for path in HERE.glob("*/*/ledger.jsonl")} == RUNS.keys()


@pytest.fixture(params=RUNS)
def released(request, tmp_path):
    """A copy that may be opened, with the head that its report carried."""
    folder = tmp_path / Path(request.param).name
    shutil.copytree(HERE / request.param, folder)
    return RunFolder.open(folder), RUNS[request.param]


@pytest.fixture(params=RELEASES, ids=lambda path: path.name)
def report(request, tmp_path):
    """A copy of a signed report, with its authority's certificate from outside."""
    (result,) = (path for path in (request.param / "report").iterdir() if path.is_dir())
    roots = read_certificates((request.param / "report" / "authority.pem").read_bytes(), "authority.pem")
    trusted = Trusted(tuple(roots), signers=SIGNERS)
    return Path(shutil.copytree(result, tmp_path / result.name)), trusted


def golden(request):
    """Return what the goldens of a release's run are called."""
    return request.node.callspec.params["released"].replace("/", "-")


def test_it_verifies_under_the_head_of_its_report(released):
    folder, head = released
    assert verify(folder.path, head).problems == ()


def test_it_is_judged_as_it_was_and_as_its_golden_has(released, request):
    """The golden holds outcome, reasons, decisions and statistics from its bytes, as codes and values."""
    folder, _ = released
    summary = RunHistory.of(folder).summary
    results, verdict = judge(
        folder, frozen_plan(folder), discover(), summary.ending, RawDecoder(folder, discover())
    )
    assert (verdict.outcome, verdict.reasons) == (summary.verdict.outcome, summary.verdict.reasons)
    for name, result in results.items():
        assert result.statistic == pytest.approx(summary.results[name].statistic, rel=1e-9)
        assert result.p == pytest.approx(summary.results[name].p, rel=1e-6)
    lines = [verdict.outcome.value, *(str(reason) for reason in verdict.reasons)]
    for name, result in sorted(results.items()):
        values = {**result.statistic, **{f"p {tail}": p for tail, p in result.p.items()}}
        shown = [f"{key} {value:.6g}" for key, value in sorted(values.items())]
        counted = [f"units {result.units}", f"violations {result.violations}"]
        lines.append(f"{name}: {', '.join([*counted, *shown])}")
    hold(f"judged/{golden(request)}.txt", "\n".join(lines))


def test_it_is_reproduced_whatever_its_words_are(released, reworded):
    folder, _ = released
    assert reverify(None, folder).problems == ()


def test_it_is_settled_from_its_bytes_as_from_its_record_whatever_its_words_are(
    released, tmp_path, monkeypatch
):
    folder, _ = released
    space = Workspace.init(tmp_path / "workspace")
    shutil.copytree(folder.path, space.path / "runs" / folder.run)
    attempts = gather(space, [folder.run])
    kept = settle_members(attempts, discover(), RawDecoder, recorded=True)
    rewritten(monkeypatch)

    assert same_values(settle_runs(space, [folder.run]), kept)
    assert [attempt.outcome for attempt in kept.attempts] == [RunHistory.of(folder).summary.outcome]


def test_it_makes_the_report_that_its_golden_has(released, request):
    """Its words, page by page: a later step leaves them equal, or the golden's difference says what changed and why."""
    hold(f"released/{golden(request)}.txt", paper(render(released[0])))


def test_a_signed_report_verifies(report):
    folder, trusted = report
    result = verify_report(folder, trusted)
    assert (result.problems, result.issued) == ((), True)
    assert result.concluded is not None


def test_a_signed_report_is_reproduced_whatever_its_words_are(report, reworded, monkeypatch):
    """By another program, as a later one is: its paper may differ, its values may not."""
    later = redrawing.versions() | {FILES_SHA256: "0" * 64}
    monkeypatch.setattr(redrawing, "versions", lambda: later)
    folder, trusted = report
    result = verify_report(folder, trusted, again=True)
    assert result.problems == ()
    assert result.redrawn.report is Redrawn.OTHER_TEXTS
    assert not any(note.is_a(Redrawings.UNSUPPORTED, Redrawings.MISSING) for note in result.redrawn.notes)
    assert all(each.same for each in result.reverified.values())
