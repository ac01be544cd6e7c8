"""Every command: exit codes, JSON, help, and one sentence whatever happens."""

import json
import re
import shutil
import subprocess
import sys
from collections import Counter
from datetime import UTC, datetime

import pytest
import typer

from labharness import __version__
from labharness.app.reports.morning_report import gather_night
from labharness.app.workspace.register import open_queue
from labharness.app.workspace.workspace import MARKER, Workspace
from labharness.cli.root import _unforeseen, app
from labharness.evidence.history.run import RunHistory
from labharness.evidence.records.body import RecordType
from labharness.evidence.verify import verify
from labharness.language.catalog import CatalogError, messages, say
from labharness.language.numbers import probability
from labharness.model.reasons.night import Nights
from labharness.model.reasons.run import Runs
from labharness.model.results import ExitCode
from labharness.nights.store.benches import Benches
from labharness.nights.store.queue import Actor
from labharness.plans.frozen import frozen_plan
from labharness.plans.suite import small_plan
from labharness.reporting.layout import SIMULATED
from tests.support.every_act import every_act
from tests.support.runs import tiny_run, tiny_start, tiny_unit


def commands(group, path=()):
    for name in group.list_commands(None):
        command = group.get_command(None, name)
        if hasattr(command, "list_commands"):
            yield from commands(command, (*path, name))
        else:
            yield (*path, name), command


COMMANDS = dict(commands(typer.main.get_command(app)))


def test_help_teaches():
    """What each page shows of it, tests/goldens hold."""
    for path, command in COMMANDS.items():
        first = command.help.splitlines()[0]
        assert first[0].isupper(), path
        assert first.endswith("."), path
        for parameter in command.params:
            assert parameter.name == "help" or parameter.help, f"{path}: {parameter.name} says nothing"


def test_the_first_screen_says_how_to_begin(cli):
    for arguments in ([], ["--help"]):
        code, out, err = cli(*arguments)
        assert (code, err) == (0, "")
        assert "labharness demo" in out
        assert "Exit codes: 0 pass, 1 fail, 2 inconclusive, 3 error." in out
        assert all(path[0] in out for path in COMMANDS)
    assert cli("--version")[1] == f"labharness {__version__}\n"


def test_a_usage_error_names_the_command_whose_help_helps(cli):
    _, _, err = cli("people", "add", "x", "--name", "X", "--role", "reviewer")
    assert "'--role': 'reviewer' is not one of" in err
    assert err.strip().endswith("Try: labharness people add --help")


def test_a_usage_error_is_one_sentence_and_code_3(cli):
    for words in ("nonsense", "run", "run plan", "plans check", "runs --no-such", "simulate rng --seed x"):
        code, out, err = cli(*words.split())
        assert (code, out, len(err.strip().splitlines())) == (3, "", 1)
        assert re.search(r"Try: labharness( [a-z]+)* --help$", err.strip())
        code, out, _ = cli(*words.split(), "--json")
        assert (code, json.loads(out)["error"]) == (3, "Usage")


CODES = {"continuous": 0, "shoe": 0, "rng": 0, "hand": 1}


@pytest.mark.parametrize("kind", CODES)
def test_show_says_what_was_found(cli, demo_runs, kind):
    workspace, result = demo_runs
    run, outcome = result[kind]
    code, out, _ = cli("show", kind, "--workspace", workspace.path)
    assert code == CODES[kind], outcome.verdict.reasons
    assert out.startswith(SIMULATED), "it is said first"
    assert f"\n{outcome.verdict.outcome.value}, simulated {kind}: COMPLETE" in out
    if kind != "hand":  # what a submission has to name it by
        device = RunHistory.of(run).summary
        assert f"serial number '{device.identity.serial}'" in out
        assert all(f"Software: {text.name} {text.version} " in out for text in device.software[-1])
    compared = [each for each in outcome.verdict.decisions if None not in (each.threshold, each.p)]
    assert compared
    assert all(probability(each.p) in out for each in compared)
    cited = {citation.id: citation.tail for citation in frozen_plan(run).plan.citations}
    results = RunHistory.of(run).summary.results
    for entry in compared:
        raw = results[entry.check_id].p[cited.get(entry.family, "two_sided")]
        assert raw <= entry.p
        title = RunHistory.of(run).summary.titles[entry.check_id]
        text = (f"│ {probability(raw)} ", f"│ {probability(entry.p)} ", f"│ {title.split()[0]} ")
        assert any(all(each in line for each in text) for line in out.splitlines()), title
    code, out, _ = cli("show", kind, "--workspace", workspace.path, "--json")
    shown = json.loads(out)
    assert code == CODES[kind]
    assert shown["verdict"] == outcome.verdict.outcome.value
    assert (shown["ending"], shown["head"]) == ("COMPLETE", outcome.head)
    decided = [each["check_id"] for each in shown["decisions"]]
    assert decided == [decision.check_id for decision in outcome.verdict.decisions]
    assert len(shown["results"]) == len(frozen_plan(run).plan.checks)


def test_runs_are_listed(cli, demo_runs):
    workspace, result = demo_runs
    code, out, _ = cli("runs", "--workspace", workspace.path, "--json")
    rows = json.loads(out)
    assert code == 0
    assert [row["run"] for row in rows] == sorted(result)
    assert {row["verdict"] for row in rows} == {"PASS", "FAIL"}
    assert all(row["head"] == result[row["run"]][1].head and row["problems"] == [] for row in rows)
    code, out, _ = cli("runs", "--workspace", workspace.path)
    assert code == 0
    assert all(name in out for name in result)
    code, out, _ = cli("runs", "--group", "device", "--workspace", workspace.path)
    assert code == 0
    assert " · 1 run" in out
    assert all(name in out for name in result)
    code, out, _ = cli("runs", "--group", "submission", "--json", "--workspace", workspace.path)
    groups = {(row["run"], row["group"]) for row in json.loads(out)}
    assert groups == {(name, "No submission") for name in result}


def test_verify_and_report_speak_json(cli, demo_runs):
    workspace, result = demo_runs
    head = result["rng"][1].head
    code, out, _ = cli("verify", "rng", "--head", head[:16], "--workspace", workspace.path, "--json")
    assert (code, json.loads(out)["problems"], json.loads(out)["head"]) == (0, [], head)
    code, out, _ = cli("verify", "rng", "--head", "0" * 16, "--workspace", workspace.path)
    assert code == 3
    assert "INTEGRITY NOT VERIFIED" in out
    code, _, _ = cli("verify", result["rng"][0].path, "--workspace", workspace.path / "none", "--json")
    assert code == 0
    code, out, _ = cli("report", "build", "rng", "--workspace", workspace.path, "--json")
    assert code == 0
    place = str(workspace.report(result["rng"][0]))
    assert json.loads(out) == {"run": "rng", "report": place, "verifies": True}
    code, out, _ = cli("report", "build", "rng", "--workspace", workspace.path)
    assert (code, out.strip()) == (0, place)


def test_an_unknown_run_is_said_and_a_finished_one_is_not_told_anything(cli, demo_runs):
    workspace, _ = demo_runs
    latest = ("continuous", "hand", "rng", "shoe")
    unknown = say(Runs.UNKNOWN(run="nothing", workspace=str(workspace.path), latest=latest))
    for command in ("show", "verify", "reverify", "report build", "resume"):
        code, out, err = cli(*command.split(), "nothing", "--workspace", workspace.path)
        assert (code, out, unknown in err) == (3, "", True)
    code, _, err = cli("tell", "rng", "stop", "--workspace", workspace.path)
    assert (code, err.strip()) == (3, say(Runs.ENDED(run="rng")))


@pytest.mark.desktop("Qt")
def test_doctor_and_devices_speak_json(cli, workspace, simulated):
    code, out, _ = cli("doctor", "--workspace", workspace.path, "--json")
    assert code == 0
    assert {each["what"] for each in json.loads(out)} >= {"Python", "USB", "Workspace", "Drive"}
    url = simulated("rng", seed=7)
    host = url.split("/")[2]
    code, out, _ = cli("devices", "--usbip", host, "--json")
    assert (code, [each["url"] for each in json.loads(out) if host in each["url"]]) == (0, [url])
    assert cli("devices", "--usbip", "nonsense")[0] == 3


def test_init_makes_a_workspace_once(cli, tmp_path):
    code, _, _ = cli("init", tmp_path / "new")
    assert (code, (tmp_path / "new" / MARKER).is_file()) == (0, True)
    assert cli("init", tmp_path / "new")[0] == 0
    (tmp_path / "used").mkdir()
    (tmp_path / "used" / "thesis.txt").write_text("mine")
    code, _, err = cli("init", tmp_path / "used")
    assert (code, err.strip().endswith("Choose an empty or new folder.")) == (3, True)
    (tmp_path / "file").write_text("x")
    assert cli("init", tmp_path / "file" / "below")[0] == 3


@pytest.mark.parametrize(
    ("place", "writable"),
    [("--workspace\0", True), ("--workspace=", True), ("-w", True), (None, True), ("--workspace=", False)],
)
def test_what_nobody_expected_is_one_sentence_and_a_file(
    cli, workspace, monkeypatch, place, writable, tmp_path
):
    def fail(*_):
        raise RuntimeError("a secret\nof ours")

    monkeypatch.setattr("labharness.app.runs.run_index.run_facts", fail)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    (workspace.path / "runs" / "x").mkdir()
    (workspace.path / "runs" / "x" / "ledger.jsonl").write_text("")
    if not writable:
        (workspace.path / "diagnostics").rmdir()
    if place is None:
        monkeypatch.setenv("LABHARNESS_WORKSPACE", str(workspace.path))
    words = () if place is None else f"{place}{workspace.path}".split("\0")
    code, out, err = cli("runs", *words)
    folder = workspace.path / "diagnostics" if writable else tmp_path
    (file,) = folder.glob("labharness-*.txt")
    assert (code, out) == (3, "")
    assert err == f"An unexpected error occurred. Details: {file}.\n"
    assert "RuntimeError: a secret" in file.read_text()
    assert "Traceback" in file.read_text()


def test_the_console_says_which_line_is_damaged(capsys):
    assert _unforeseen(CatalogError("run.txt, line 3: not a message."), []) == 3
    assert capsys.readouterr().err == "run.txt, line 3: not a message.\n"


def test_the_help_of_parameters_is_of_parameters_and_shared_where_it_is_said_of_several():
    words = messages("acts").keys()
    taken = [f"{act.name.replace(' ', '.')}.{each.name}" for act in every_act() for each in act.parameters]
    shared = Counter(f"*.{key.rpartition('.')[2]}" for key in taken if key not in words)
    assert {key for key in words if key[0] != "*"} <= set(taken)
    assert {key for key in words if key[0] == "*" and shared[key] < 2} == {"*.as_json", "*.by", "*.workspace"}


def test_a_reader_of_the_output_may_go_away():
    command = [sys.executable, "-m", "labharness", "plans", "list", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait() == 3


def test_a_killed_device_in_a_process_of_its_own(labharness, workspace, good_sentence):
    """As in the laboratory: two processes, one of which dies."""
    plan = workspace.path / "plans" / "hasty.toml"
    packaged = small_plan("pai-gow-poker-645a-starting-position", {}).decode()
    plan.write_text(packaged.replace("sessions = 1", "sessions = 1\nreconnect_s = 0.5"), encoding="utf-8")
    command = [sys.executable, "-m", "labharness", "simulate", "rng", "--seed", "1"]
    command += ["--fault", "killed_after=11"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as device:
        url = json.loads(device.stdout.readline())["url"]
        words = ("--device", url, "--workspace", workspace.path, "--run", "lost")
        code, text, err = labharness("run", plan, *words)
        device.wait()
    assert (code, err) == (3, "")
    assert text["error"] == "DeviceLost"
    assert "labharness resume lost" in text["sentence"]
    (folder,) = workspace.runs()
    rest = [record.body for record in folder.records() if record.type is RecordType.SAFE_STATE]
    assert [each.attempted for each in rest] == [True]
    assert verify(folder.path).problems == ()


def test_a_device_of_another_kind_is_exit_code_3(cli, workspace, simulated, good_sentence):
    url = simulated("dealing_shoe", seed=1)
    plan = "pai-gow-poker-645a-starting-position"
    code, out, err = cli("run", plan, "--device", url, "--workspace", workspace.path, "--json")
    text = json.loads(out)
    assert (code, err) == (3, "")
    assert text["error"] == "WrongDevice"
    assert good_sentence(text["sentence"])
    assert workspace.runs() == []


def test_a_run_is_named_by_what_every_list_shows_and_every_command_takes(workspace, refusal):
    for name in ("a/b", ".hidden", ".begun", "-x", "a\nb", "a\x1b[31m", "🂡" * 60, "n" * 201):
        assert refusal(workspace.new_run, name, "plan") == Runs.NAME_INVALID(name=name)


def test_evidence_that_does_not_verify_is_never_shown_as_a_pass(cli, demo_runs, tmp_path):
    _, result = demo_runs
    copy = Workspace.init(tmp_path / "copy")
    folder = copy.path / "runs" / "rng"
    shutil.copytree(result["rng"][0].path, folder)
    segment = folder / "raw" / "device-0001.seg"
    content = bytearray(segment.read_bytes())
    content[len(content) // 2] ^= 1
    segment.write_bytes(content)
    code, out, _ = cli("show", "rng", "--workspace", copy.path)
    assert code == 3
    assert "INTEGRITY NOT VERIFIED" in out
    assert "PASS" not in out
    code, out, _ = cli("report", "build", "rng", "--workspace", copy.path)
    assert code == 3
    built = [path.name for path in (copy.path / "reports").iterdir() if not path.name.startswith(".")]
    assert built == ["rng.does-not-verify.pdf"]
    code, out, _ = cli("verify", "rng", "--head", "abc", "--workspace", copy.path)
    assert code == 3
    assert "64 hexadecimal digits" in out + _


def test_a_run_at_work_has_no_verdict_and_an_exit_code_of_its_own(cli, workspace):
    writer = tiny_start(workspace.path / "runs" / "now")
    tiny_unit(writer, 0)
    writer.barrier()
    code, out, _ = cli("show", "now", "--json", "--workspace", workspace.path)
    shown = json.loads(out)
    assert (code, shown["verdict"], shown["standing"]["phase"]) == (ExitCode.NO_VERDICT, None, "at_work")
    assert ExitCode.NO_VERDICT not in (0, 1, 2, ExitCode.ERROR)
    code, out, _ = cli("show", "now", "--workspace", workspace.path)
    assert (code, "At work" in out, "INCONCLUSIVE" in out) == (ExitCode.NO_VERDICT, True, False)
    listed = cli("runs", "--workspace", workspace.path)[1]
    assert ("At work" in listed, "INCONCLUSIVE" in listed) == (True, False)
    (row,) = json.loads(cli("runs", "--json", "--workspace", workspace.path)[1])
    assert (row["verdict"], row["standing"]["phase"]) == (None, "at_work")
    writer.close()
    code, out, _ = cli("show", "now", "--json", "--workspace", workspace.path)
    assert (code, json.loads(out)["standing"]["phase"]) == (ExitCode.NO_VERDICT, "interrupted")


def test_a_damaged_run_has_no_verdict_and_is_an_error(cli, workspace):
    run = tiny_run(workspace.path / "runs" / "night")
    (run.path / "game.toml").write_bytes(b"")
    code, out, _ = cli("show", "night", "--json", "--workspace", workspace.path)
    shown = json.loads(out)
    assert (code, shown["verdict"], shown["standing"]["phase"]) == (ExitCode.ERROR, None, "damaged")


def test_a_simulated_run_says_so_beside_its_verdict(cli, demo_runs):
    workspace = demo_runs[0]
    rows = json.loads(cli("runs", "--json", "--workspace", workspace.path)[1])
    assert all("simulated" in row["standing"]["qualifiers"] for row in rows)
    for words in (("runs",), ("status",), ("morning",)):
        out = cli(*words, "--workspace", workspace.path)[1]
        assert out.count("PASS, simulated")
        assert out.count("PASS") == out.count("PASS, simulated")


def test_lists_name_the_computer_of_each_run_and_say_which_computers_they_leave_out(cli, workspace):
    tiny_run(workspace.path / "runs" / "night")
    actor = Actor("engineer", "x")
    with open_queue(workspace) as queue:
        benches = Benches(queue.database)
        benches.hold("west", "lab-2", 1, actor)
        benches.hold("east", "lab-3", 1, actor)
    status = json.loads(cli("status", "--json", "--workspace", workspace.path)[1])
    places = [each["parameters"] for each in status["not_covered"]]
    elsewhere = {place["computer"]: place["benches"] for place in places}
    assert elsewhere == {"lab-2": ["west"], "lab-3": ["east"]}
    assert [each["computer"] for each in status["ended"]] == ["bench"]
    assert "lab-2" in cli("status", "--workspace", workspace.path)[1]
    now = datetime.now(UTC)
    night = gather_night(workspace, now.replace(hour=0, minute=0, second=0), now)
    assert [reason.is_a(Nights.RUNS_ELSEWHERE) for reason in night.elsewhere] == [True, True]
