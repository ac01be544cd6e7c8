"""Ways to an untrue approval: a simulator that nobody calls one, and a bad run that is stopped and set aside."""

import json
from dataclasses import replace
from unittest import mock

import pytest

from labharness.app.devices.preflight import RunOrder
from labharness.app.reports.run_reports import render
from labharness.app.reports.submission_reports import build_submission_report
from labharness.app.runs import services
from labharness.app.runs.services import start_run
from labharness.app.submission.dossiers import gather_dossier
from labharness.app.workspace.workspace import Workspace
from labharness.assessment.conclusion import conclude
from labharness.cli.console import ERROR
from labharness.evidence.folder import RunFolder
from labharness.evidence.history.run import RunHistory
from labharness.evidence.records.body import RecordType
from labharness.evidence.writer import RunWriter
from labharness.filings.entries.entry import Attached
from labharness.filings.entries.review import Exclusion, Waiver
from labharness.language.catalog import say
from labharness.model.reasons.conclusion import Conclusions, Dossiers
from labharness.model.reasons.decision import Held
from labharness.model.reasons.register import Entries, Invalidations
from labharness.model.reasons.report import Reports
from labharness.model.reasons.run import Attempts
from labharness.model.results import Ending, Outcome
from labharness.model.settlement import SET_ASIDE
from labharness.reporting.layout import SIMULATED
from labharness.simulators import process
from labharness.simulators.catalog import build_machine
from tests.support.filing_factory import (
    DAY,
    NAME,
    PLAN,
    RUN,
    complete,
    copied,
    file_submission,
    grounds,
    invalidation,
    items,
    judged,
    passing_workspace,
    put,
    recommend,
    rehearsed,
)
from tests.support.runs import altered, body_of, fields_of, forge
from tests.support.shown import drawn, shown

STOPPED = 70_000
SEED = 7
"""Of the biased generator whose first 70,000 draws give p = 0.0047 (chi-square, seven outcomes)."""
BELOW = "p = 0.00945 (Holm-adjusted for 2 checks) is below 0.025"
"""What the rule makes of it: it would fail at once."""


@pytest.fixture(scope="module")
def passing(tmp_path_factory):
    """A submission whose only weakness is that its generator is simulated, which no option says; for reading only."""
    return passing_workspace(tmp_path_factory.mktemp("passing") / "workspace")


@pytest.fixture
def space(passing, tmp_path):
    return copied(passing, tmp_path)


def test_a_simulator_that_nobody_calls_one_is_never_approved(passing, cli):
    assert passing.run(RUN).start().body.simulated == ""
    result = conclude(gather_dossier(passing, NAME))
    (why,) = result.reasons
    assert why == Conclusions.SIMULATED_DEVICE(runs=(RUN,))
    assert (result.outcome, result.objections, result.refused) == (Outcome.INCONCLUSIVE, (why,), True)
    assert result.given == ""
    assert judged(passing).given == "Approve", "nothing else stands against it"


def test_a_run_that_was_not_begun_is_named_and_decides_nothing(space, monkeypatch):
    """A dealing shoe in place of the generator, at the moment when the run began."""
    monkeypatch.setattr(services, "refuse_unfit_device", lambda *_: None)
    with process.start("dealing_shoe", seed=1) as server:
        order = RunOrder(
            str(space.path / "plans" / "small.toml"),
            server.url,
            name="slip",
            operator="engineer-a",
            submission=NAME,
        )
        start_run(space, order)
    recommend(space)
    (note,) = [note for note in rehearsed(space).notes if note.is_a(Dossiers.NOT_BEGUN)]
    assert note["run"] == "slip"
    assert [run.run for group in rehearsed(space).groups for run in group.runs] == [RUN]
    result = judged(space)
    assert (result.outcome, result.given) == (Outcome.PASS, "Approve"), result.objections


def test_its_report_its_submissions_report_and_every_command_say_so(space, cli):
    place = ("--workspace", space.path)
    _, out, _ = cli("show", RUN, *place)
    assert out.startswith(SIMULATED)
    (_, out, _), report = drawn(cli, "report", "build", "--submission", NAME, "--by", "engineer-a", *place)
    assert out.startswith(SIMULATED)
    assert SIMULATED in report.imprint.warning
    _, out, _ = cli("runs", *place)
    assert "PASS, simulated" in out
    _, out, _ = cli("settle", RUN, *place)
    assert out.startswith(f"{SIMULATED}: {RUN}")
    _, out, _ = cli("show", RUN, *place, "--json")
    assert set(json.loads(out)["simulated"]) == {"loopback", "usb numbers", "hardware"}
    of_run = shown(render, space.run(RUN))
    assert SIMULATED in of_run.imprint.warning
    assert "USB numbers of the simulators of labharness: 1209:0001" in of_run.parts[0]


def test_an_option_that_says_otherwise_takes_no_sign_away(space):
    """Whoever edits the option out of the start record, and chains it anew, leaves the signs of the bytes."""
    folder = space.run(RUN)
    start, *rest = folder.records()
    forge(folder, [altered(start, simulated="", device="usb://0461:0001/SN-1"), *rest])
    assert {sign.value for sign in RunHistory.of(folder).summary.simulation} == {
        "loopback",
        "usb numbers",
        "hardware",
    }


def test_a_rehearsal_takes_no_run_of_a_real_device(space, refusal):
    """What was said of simulated devices shall not be mixed with what was found of others."""
    folder = space.run(RUN)
    changed = []
    for record in folder.records():
        body = fields_of(record.body)
        if record.type is RecordType.START:
            body["device"] = "usb://0461:0001/SN-1"
        elif record.type is RecordType.CONNECTED:
            body |= {"url": "usb://0461:0001/SN-1", "info": {"vid": "0461", "pid": "0001"}}
        elif body.get("call") == "identify":
            body["answer"] = body["answer"] | {"hardware": "revision A"}
        changed.append(replace(record, body=body_of(record.type, body)))
    forge(folder, changed)
    assert not RunHistory.of(folder).summary.simulated
    assert refusal(
        build_submission_report, space, NAME, "rehearsal", by="engineer-a"
    ) == Reports.REHEARSAL_OF_REAL(runs=(RUN,))


@pytest.fixture(scope="module")
def stopped(tmp_path_factory):
    """A biased generator stopped at 70,000 of 150,000 draws, one good run, and the rest complete; for reading only."""
    space = Workspace.init(tmp_path_factory.mktemp("stopped") / "workspace")
    file_submission(space)
    put(space, *items(f"SIM-rng-{SEED}"))
    write = RunWriter.append

    def stop(self, body):
        record = write(self, body)
        if body.TYPE is RecordType.OBSERVED and body.first + body.units == STOPPED:
            RunFolder(self.path).send("stop", "engineer-a")
        return record

    with (
        mock.patch.object(RunWriter, "append", stop),
        process.start("rng", seed=SEED, faults=("modulo_bias",)) as server,
    ):
        run(space, server, "stopped")
    good = mock.patch.object(process, "build_machine", lambda kind, _: build_machine(kind, 461))
    with good, process.start("rng", seed=SEED) as server:
        run(space, server, RUN)
    complete(space)
    return space


def run(space, server, name):
    order = RunOrder(PLAN, server.url, name=name, operator="engineer-a", submission=NAME)
    return start_run(space, order)


def test_a_bad_run_that_was_stopped_is_not_set_aside_whatever_shows_its_cause(stopped, tmp_path):
    space = copied(stopped, tmp_path)
    summary = RunHistory.of(space.run("stopped")).summary
    assert (summary.ending, summary.units) == (Ending.STOPPED_BY_OPERATOR, {"draws": STOPPED})
    assert summary.outcome is Outcome.INCONCLUSIVE, "what was recorded is for information"
    result = summary.results["frequency"]
    assert result.p == {}
    assert round(result.interim["right"], 4) == 0.0047
    put(space, invalidation(space, "stopped"), by="authorizer-c")
    answer = judged(space)
    assert (answer.outcome, answer.refused) == (Outcome.INCONCLUSIVE, True)
    (group,) = rehearsed(space).groups
    (first, _) = group.settlement.attempts
    assert first.role != SET_ASIDE
    assert first.counts.is_a(Attempts.COUNTS_AGAINST)
    assert first.counts["why"].is_a(Attempts.RECORDED_SO_FAR)
    assert first.counts["why"]["units"] == STOPPED
    assert first.counts["why"]["decision"].is_a(Held.BELOW_CITATION)
    counting = [
        objection["run"] for objection in answer.objections if objection.is_a(Invalidations.RUN_COUNTS)
    ]
    assert counting == ["stopped"]


def test_what_was_recorded_is_printed_whoever_asks(stopped, tmp_path, cli):
    space = copied(stopped, tmp_path)
    own = shown(render, space.run("stopped")).text
    assert "p-values of the recorded part, for information right 0.00472" in own
    listed = cli("show", "stopped", "--workspace", space.path)[1]
    assert "For information, Frequency of outcomes in the 70,000 recorded units: right p = 0.00472" in listed
    put(space, invalidation(space, "stopped"), by="authorizer-c")
    _, report = drawn(build_submission_report, space, NAME, "rehearsal", by="engineer-a")
    text = report.text
    assert "Recorded of Run 1, for information" in text
    assert "Recorded part, judged for information" in text
    assert text.count(BELOW) >= 2
    _, out, _ = cli("settle", RUN, "--workspace", space.path)
    assert "recorded part, for information: " in out
    assert BELOW in " ".join(out.replace("│", " ").split())


def test_a_good_run_that_was_stopped_is_set_aside_on_grounds(space):
    """Or the tests above would hold for every run that was stopped."""
    write = RunWriter.append

    def stop(self, body):
        record = write(self, body)
        if body.TYPE is RecordType.OBSERVED and body.first + body.units == 3000:
            RunFolder(self.path).send("stop", "engineer-a")
        return record

    plan = str(space.path / "plans" / "small.toml")
    with (
        mock.patch.object(RunWriter, "append", stop),
        mock.patch.object(process, "build_machine", lambda kind, _: build_machine(kind, 461)),
        process.start("rng", seed=4614) as server,
    ):
        start_run(space, RunOrder(plan, server.url, name="cut", operator="engineer-a", submission=NAME))
    assert judged(space).outcome is Outcome.INCONCLUSIVE
    put(space, invalidation(space, "cut"), by="authorizer-c")
    assert judged(space).outcome is Outcome.PASS
    (group,) = rehearsed(space).groups
    assert [attempt.role for attempt in group.settlement.attempts] == ["first", SET_ASIDE]
    assert group.settlement.attempts[1].interim, "and what it recorded is judged all the same"


EMPTY = (
    "none",
    "None.",
    "N/A",
    "by choice",
    "By his own choice.",
    "the operator stopped it",
    "-",
    "no reason",
)


@pytest.mark.parametrize("text", EMPTY)
@pytest.mark.parametrize("field", ["cause", "source", "reason"])
def test_a_cause_that_states_no_fact_is_refused(space, field, text, refusal):
    void = invalidation(space, RUN, **{field: text})
    assert refusal(put, space, void, by="authorizer-c") == Entries.STATES_NO_FACT(key=field)


@pytest.mark.parametrize("text", EMPTY)
def test_so_is_a_waiver_or_an_exclusion_that_states_none(space, text, refusal):
    words = {"by": "authorizer-c", "date": DAY, "source": "Its manual.", "files": grounds(space)}
    for each in (
        Waiver(id="w", item="compiler", reason=text, **words),
        Waiver(id="w", item="compiler", reason="It is held already.", **(words | {"source": text})),
        Exclusion(id="x", clause="58 Pa. Code § 645a.4(a)", reason=text, **words),
        Exclusion(
            id="x",
            clause="58 Pa. Code § 645a.4(a)",
            reason="It deals no tiles.",
            **(words | {"source": text}),
        ),
    ):
        assert refusal(put, space, each, by="authorizer-c").is_a(Entries.STATES_NO_FACT)


def test_without_a_file_that_shows_it_nothing_is_lifted(space, cli, refusal):
    """By the command, by whoever writes entries, and in a register from before files were asked for."""
    place = ("--source", "The log.", "--reason", "The mains failed.", "--workspace", space.path)
    authorizer = ("--by", "authorizer-c")
    for command in (
        ("invalidate", NAME, RUN, "--cause", "The mains failed.", *place, *authorizer),
        ("waive", NAME, "compiler", *place, *authorizer),
        ("exclude", NAME, "", *place, *authorizer),
    ):
        code, _, err = cli("submission", *command)
        assert code == ERROR, command
        if command[0] != "exclude":
            assert say(Entries.NO_FILE()) in err
    empty = (Attached(name="empty.txt", sha256="ab" * 32, size=0),)
    for files in ((), empty):
        void = invalidation(space, RUN, files=files)
        assert refusal(put, space, void, by="authorizer-c") == Entries.NO_FILE()
    old = rehearsed(space)
    bare = tuple(
        entry.model_copy(update={"files": ()}) if isinstance(entry, Waiver | Exclusion) else entry
        for entry in old.submission.entries
    )
    snapshot = old.submission.__class__(bare, old.submission.changes, old.submission.head)
    result = conclude(old.__class__(**{**vars(old), "submission": snapshot}))
    assert result.outcome is Outcome.INCONCLUSIVE
    assert result.refused
    without_effect = Conclusions.WITHOUT_EFFECT(
        kind="waiver", entry="not-information-leak", why=Entries.NO_FILE()
    )
    assert without_effect in result.objections


def test_page_one_names_each_thing_that_was_lifted_with_its_reason(passing, tmp_path):
    space = copied(passing, tmp_path)
    _, report = drawn(build_submission_report, space, NAME, "rehearsal", by="engineer-a")
    first = report.parts[0]
    for words in (
        "LIFTED BY THE AUTHORIZER",
        "Not examined: Error conditions exercised; Information that leaves the device",
        "Reason: It is cut down.",
        "Excluded: 58 Pa. Code § 645a.2(c)(2), § 645a.5(i)(2). Reason: Compared word by word.",
    ):
        assert words in first
