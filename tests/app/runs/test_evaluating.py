"""A run is judged again from its folder alone, and compared with its record."""

import json
import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from labharness.app.plug_ins.discovery import discover
from labharness.app.runs import evaluating
from labharness.app.runs.evaluating import evaluate_run, other_results, same_values
from labharness.assessment.runs.judging import verdict_on
from labharness.errors import IntegrityError
from labharness.evidence.folder import RunFolder
from labharness.evidence.history.run import RunHistory
from labharness.evidence.records.course import ConductedBody
from labharness.model.reasons.decision import Held, Sample
from labharness.model.reasons.night import Clusters
from labharness.model.reasons.run import Runs
from labharness.model.results import CheckResult, Counted, Ending
from labharness.plans.frozen import frozen_plan

JUDGES_ANEW = True

RELEASED = Path(__file__).parent.parent.parent / "released" / "0.1.0"
RNG = RELEASED / "rng"


def test_another_result_is_named(monkeypatch):
    evaluate = evaluating.evaluate

    def other(*arguments):
        results = evaluate(*arguments)
        name = next(iter(results))
        return results | {name: next(result for result in results.values() if result != results[name])}

    monkeypatch.setattr(evaluating, "evaluate", other)
    assert len(evaluate_run(RunFolder.open(RNG)).differing) == 1


def test_neither_a_damaged_run_nor_one_at_work_is_judged_and_on_no_executor_that_is_none(
    tmp_path, monkeypatch, refusal
):
    assert refusal(evaluate_run, RunFolder.open(RNG), executor="nodes") == Clusters.EXECUTOR_UNKNOWN()
    folder = shutil.copytree(RNG, tmp_path / "rng")
    segment = max((folder / "raw").iterdir())
    segment.write_bytes(segment.read_bytes()[:-40])
    with pytest.raises(IntegrityError):
        evaluate_run(RunFolder.open(folder))
    monkeypatch.setattr(RunFolder, "alive", True)
    assert refusal(evaluate_run, RunFolder.open(RNG)) == Runs.AT_WORK(run="rng")


def test_the_command_prints_what_is_on_record(workspace, cli):
    shutil.copytree(RNG, workspace.path / "runs" / "rng")
    code, text = cli.json("evaluate", "rng", "-w", workspace.path)
    assert (text["recorded"], text["differing"]) == (True, [])
    assert code == {"PASS": 0, "FAIL": 1, "INCONCLUSIVE": 2}[text["verdict"]["outcome"]]
    again, out, _ = cli("evaluate", "rng", "-w", workspace.path)
    assert again == code
    assert "the same as on record" in out


@pytest.mark.parametrize(
    ("command", "sentence"),
    [("evaluate", "the same as on record"), ("show", "PASS"), ("reverify", ": reproduced")],
)
def test_a_folder_from_elsewhere_needs_no_workspace(cli, tmp_path, command, sentence):
    folder = shutil.copytree(RNG, tmp_path / "rng")
    _, out, _ = cli(command, folder, "-w", tmp_path / "none")
    assert sentence in " ".join(out.split())


def test_a_file_is_analyzed_and_not_evaluated(workspace, cli, tmp_path):
    file = tmp_path / "sent.bin"
    file.write_bytes(bytes(100))
    code, text, _ = cli("evaluate", file, "-w", workspace.path, "--json")
    assert code == 3
    assert f"labharness analyze {file}" in json.loads(text)["sentence"]


MADE = CheckResult(
    units=60,
    statistic={"X2": 10.608935084491792, "total": 3e9},
    p={"right": 0.3887854589528228, "left": 2.5e-15, "two_sided": 5e-15},
)


def test_the_last_digits_of_a_sum_are_those_of_the_processor():
    again = replace(
        MADE,
        statistic={"X2": 10.608935084491797, "total": 3e9},
        p={"right": 0.3887854589528222, "left": 2.4e-15, "two_sided": 4.8e-15},
    )
    assert same_values(again, MADE)


def test_what_was_changed_is_another_result():
    for changes in (
        {"units": 61},
        {"statistic": MADE.statistic | {"X2": 10.60893510}},
        {"statistic": MADE.statistic | {"total": 3e9 + 1}},
        {"statistic": {"X2": 10.608935084491792}},
        {"p": MADE.p | {"left": 1e-13}},
        {"p": {}},
        {"details": (Sample.INCOMPLETE(recorded=1, planned=2, what=Counted.UNITS),)},
        {"violations": 0},
    ):
        changed = replace(MADE, **changes)
        assert not same_values(changed, MADE)
        assert not same_values(MADE, changed)


def test_a_record_that_does_not_state_how_many_were_judged_is_decided_as_then():
    result, old = (CheckResult(units=60, violations=0, judged=judged) for judged in (50, None))
    for known, differing in ((old, []), (result, []), (replace(result, judged=40), ["a"])):
        assert other_results({"a": result}, {"a": known}) == differing
    assert other_results({"a": old}, {"a": result}) == ["a"]


@pytest.mark.parametrize(("end", "states"), [(True, False), (False, True)])
def test_a_run_without_an_end_is_decided_anew_as_its_results_are_recorded_anew(end, states):
    folder = RunFolder.open(RELEASED / "batch-by-hand")
    history = RunHistory.of(folder)
    summary = history.summary
    results = {
        name: each if each.violations is None else replace(each, judged=5)
        for name, each in summary.results.items()
    }
    if not end:
        conducted = ConductedBody(ending=Ending.COMPLETE, reasons=())
        history = replace(history, summary=replace(summary, ending=None, conducted=conducted))
    verdict = verdict_on(results, folder, frozen_plan(folder), discover(), Ending.COMPLETE, history)
    units = [each.reason["units"] for each in verdict.decisions if each.reason.is_a(Held.NOT_VIOLATED)]
    assert (set(units) == {5}, 5 in units) == (states, states)


@pytest.mark.skipif(
    sys.platform != "linux", reason="the library of linear algebra reads its kind of processor here"
)
@pytest.mark.parametrize("processor", ["Haswell", "Nehalem"])
def test_a_run_is_reproduced_on_another_kind_of_processor(processor):
    command = [sys.executable, "-m", "labharness", "evaluate", RELEASED / "batch-by-hand", "--json"]
    env = os.environ | {"OPENBLAS_CORETYPE": processor}
    done = subprocess.run(command, capture_output=True, env=env, timeout=100, check=False)
    assert b'"differing": []' in done.stdout, done.stdout
