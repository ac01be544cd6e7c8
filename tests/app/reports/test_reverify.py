"""A run done again from its bytes alone: everything comes out the same, or it is named."""

import json
import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from labharness import FILES_SHA256
from labharness.app.reports.reverify import ReportAgain, reverify
from labharness.app.reports.run_reports import REPORTS_SHA256, build, drawing_versions, render
from labharness.app.workspace.register import BUILT, FILE, issued, open_register
from labharness.app.workspace.register import record as put_on_record
from labharness.app.workspace.workspace import MARKER, Workspace
from labharness.evidence.records.body import RecordType
from labharness.evidence.verify import verify
from labharness.filings.entries.entry import Laboratory, Person, Role
from labharness.model.reasons.evidence import Reproduction
from labharness.model.reasons.register import Registers
from labharness.model.results import Outcome
from tests.conftest import WITH_SHORT_SEARCHES
from tests.support.runs import body_of, fields_of, forge
from tests.support.shown import drawn
from tests.support.window.specimen import Specimen

JUDGES_ANEW = True

RELEASED = Path(__file__).parents[2] / "released" / "0.1.0"
KINDS = ("continuous", "shoe", "rng", "batch-by-hand")
ELSEWHERE = {"TZ": "Asia/Kathmandu", "LC_ALL": "C", "LANG": "tr_TR.UTF-8", "PYTHONHASHSEED": "77"}

EVERY_RUN = f"""{WITH_SHORT_SEARCHES}
for run in sys.argv[2:]:
    try:
        main(["reverify", run, "--workspace", sys.argv[1], "--json"])
    except SystemExit as ended:
        if ended.code:
            raise
    print(end="\\0")
"""


def reported(folder, *kinds):
    """Make a workspace with released runs and their reports."""
    workspace = Workspace.init(folder / "workspace")
    for kind in kinds:
        shutil.copytree(RELEASED / kind, workspace.path / "runs" / kind)
        build(workspace, workspace.run(kind))
    return workspace


@pytest.mark.long
def test_everything_is_reproduced_elsewhere_too(tmp_path):
    """In another process under another time zone, locale and hash seed."""
    workspace = reported(tmp_path, *KINDS)
    done = subprocess.run(
        [sys.executable, "-c", EVERY_RUN, str(workspace.path), *KINDS],
        capture_output=True,
        check=False,
        encoding="utf-8",
        env={**os.environ, **ELSEWHERE},
        timeout=240,
    )
    assert (done.returncode, done.stderr) == (0, "")
    for kind, text in zip(KINDS, map(json.loads, done.stdout.removesuffix("\0").split("\0")), strict=True):
        assert (text["problems"], text["same"], text["report"]) == ([], True, "identical")
        records = list(workspace.run(kind).records())
        units = sum(record.body.units for record in records if record.type is RecordType.OBSERVED)
        exchanges = sum(record.type is RecordType.EXCHANGE for record in records)
        results = sum(record.type is RecordType.RESULT for record in records)
        assert (text["exchanges"], text["observations"], text["results"]) == (exchanges, units, results)


@pytest.fixture(scope="module")
def shoe(tmp_path_factory):
    """A workspace with one run and its report; for reading only."""
    return reported(tmp_path_factory.mktemp("shoe"), "shoe")


@pytest.fixture
def copied(shoe, tmp_path):
    copy = Workspace(shutil.copytree(shoe.path, tmp_path / "copy"))
    return copy, copy.run("shoe")


def test_the_report_is_the_same_bytes_elsewhere(copied, labharness):
    workspace, run = copied
    file = workspace.report(run)
    before = file.read_bytes()
    assert render(run) == before
    file.unlink()
    assert labharness("report", "build", "shoe", "--workspace", workspace.path, **ELSEWHERE)[0] == 0
    assert file.read_bytes() == before


def swapped(items):
    return [items[1], items[0], *items[2:]]


def _observed(body):
    if body["first"] or body["kind"] != "deal":
        return None
    return {"data": [swapped(body["data"][0]), *body["data"][1:]]}


# What becomes of the fields of each record of a type; to name fewer frames would leave some that no record names, and
# verification finds these.
FORGERIES = {
    "a result": (
        RecordType.RESULT,
        lambda body: {"result": {**body["result"], "units": body["result"]["units"] + 1}},
        Reproduction.OTHER_RESULT,
    ),
    "the verdict": (
        RecordType.VERDICT,
        lambda body: {"verdict": {**body["verdict"], "outcome": "INCONCLUSIVE"}},
        Reproduction.OTHER_VERDICT,
    ),
    "an observation": (RecordType.OBSERVED, _observed, Reproduction.OTHER_OBSERVATIONS),
    "how a read went": (
        RecordType.READ,
        lambda body: {"errors": body["errors"] + 1},
        Reproduction.OTHER_READ,
    ),
    "what was read": (
        RecordType.READ,
        lambda body: {"order": " ".join(swapped(body["order"].split()))},
        Reproduction.OTHER_READ,
    ),
    "what should be read": (
        RecordType.READ,
        lambda body: body["purpose"] == "agreement" and {"expected": body["expected"].replace("AS", "2S")},
        Reproduction.OTHER_READ,
    ),
    "an answer": (
        RecordType.EXCHANGE,
        lambda body: body["call"] == "count" and {"answer": {**body["answer"], "inside": 52}},
        Reproduction.OTHER_ANSWER,
    ),
    "which bytes": (
        RecordType.EXCHANGE,
        lambda body: body["call"] == "acquire" and {"frames": [body["frames"][0] - 2, body["frames"][1]]},
        Reproduction.CALL_FAILED,
    ),
}


@pytest.mark.parametrize("forgery", FORGERIES)
def test_a_forged_ledger_is_found_out(copied, forgery):
    """Its chain is whole, so only doing the run again shows it."""
    workspace, run = copied
    kind, change, code = FORGERIES[forgery]
    records = list(run.records())
    for at, record in enumerate(records):
        if record.type is kind and (fields := change(body := fields_of(record.body))):
            records[at] = replace(record, body=body_of(kind, body | fields))
    forge(run, records)
    assert verify(run.path).clean
    result = reverify(workspace, run)
    assert not result.same
    assert any(problem.is_a(code) for problem in result.problems), result.problems


def test_a_damaged_run_is_not_judged_again(copied, cli):
    workspace, run = copied
    segment = next(iter(sorted(run.raw.glob("device-*.seg"))))
    content = bytearray(segment.read_bytes())
    content[len(content) // 2] ^= 4
    segment.write_bytes(content)
    code, out, _ = cli("reverify", "shoe", "--workspace", workspace.path)
    assert code == 3
    assert "NOT REPRODUCED" in out
    assert f"raw/{segment.name}, byte" in out


def test_another_report_than_the_one_issued_is_said(copied, refusal):
    workspace, run = copied
    assert reverify(workspace, run).report == "identical"
    (workspace.path / "register.db").unlink()
    assert refusal(reverify, workspace, run).is_a(Registers.LOST)
    settings = workspace.path / MARKER  # as in a workspace that never had a register
    settings.write_text(settings.read_text(encoding="utf-8").replace("begun = true", ""), encoding="utf-8")
    (workspace.path / FILE).unlink()
    assert reverify(workspace, run).report == "not built"
    body = {"run": "shoe", "head": "", "sha256": "0" * 64, "versions": {"numpy": "0"}}
    put_on_record(workspace, BUILT, body, "asked for")
    assert reverify(workspace, run).report is ReportAgain.ANOTHER_VERSION


@pytest.mark.parametrize("name", [FILES_SHA256, REPORTS_SHA256])
def test_a_report_that_other_files_of_the_same_version_drew_is_compared_by_values(copied, cli, name):
    """A word of the catalog has changed since: every value is reproduced, and the exit code is 0."""
    workspace, run = copied
    built = issued(workspace)[-1].model_dump() | {"run": "shoe", "sha256": "0" * 64}
    built["versions"] |= {name: "1" * 64}
    put_on_record(workspace, BUILT, built, "asked for")
    result = reverify(workspace, run)
    assert (result.same, result.report) == (True, ReportAgain.ANOTHER_VERSION)
    assert result.notes[-1].is_a(Reproduction.ANOTHER_VERSION)
    code, out, _ = cli("reverify", "shoe", "--workspace", workspace.path, "--json")
    assert (code, json.loads(out)["report"]) == (0, "drawn by another version")


def test_a_report_that_the_same_files_draw_otherwise_is_a_problem(copied):
    workspace, run = copied
    built = issued(workspace)[-1]
    # Another worker may have built it, with other plug-ins at hand.
    mine = {"run": "shoe", "sha256": "0" * 64, "versions": drawing_versions(workspace.path)}
    put_on_record(workspace, BUILT, {**built.model_dump(), **mine}, "asked for")
    result = reverify(workspace, run)
    assert (result.same, result.report) == (False, ReportAgain.DIFFERS)
    assert result.problems[0].is_a(Reproduction.OTHER_REPORT)


@pytest.mark.parametrize("layout", ["run", "run-summary"])
def test_a_report_is_drawn_again_as_it_was_whoever_is_the_laboratory_now(copied, layout):
    workspace, run = copied
    boss = Person(id="chief", name="Administrator", roles=(Role.ADMINISTRATOR,))
    for name in ("Example Laboratory", "Another Laboratory"):
        laboratory = Laboratory(id="laboratory", name=name, address="1 Test Street")
        with open_register(workspace) as register:
            for entry in (boss, laboratory):
                register.put("", entry, "chief", "It is so.")
        if name == "Example Laboratory":
            _, report = drawn(build, workspace, run, layout)
    assert "Example Laboratory" in report.parts[0]
    assert reverify(workspace, run).report == "identical"


def test_a_run_whose_adapter_is_not_installed_is_not_reproduced(tmp_path):
    specimen = Specimen(tmp_path / "run-1", "pai-gow-poker-645a-starting-position")
    specimen.end(Outcome.PASS)
    result = reverify(None, specimen.folder)
    assert result.problems
    assert all(problem.is_a(Reproduction.NOT_AVAILABLE) for problem in result.problems)
