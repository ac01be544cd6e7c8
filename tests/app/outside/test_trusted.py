"""Code of a workspace runs only if a person named the workspace and trusted the file as it is."""

import hashlib
import importlib
import importlib.util
import inspect
import io
import json
import py_compile
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import device_adapters.byte_source
import labharness.checks.bytes.byte_mean
from labharness.app.benches.queueing import needs_person
from labharness.app.devices.preflight import RunOrder
from labharness.app.outside import package_of
from labharness.app.outside.trusted import (
    LIST,
    CodeStanding,
    code_files,
    refuse_untrusted,
    settings_files,
    trust,
)
from labharness.app.planning.preflight_rows import examine, may_begin
from labharness.app.plug_ins.discovery import discover, problems
from labharness.app.reports.reverify import ReportAgain, reverify
from labharness.app.runs.services import start_run
from labharness.app.workspace.bundle import Bundle
from labharness.app.workspace.workspace import Workspace
from labharness.child_processes import command_line
from labharness.errors import PlugInError
from labharness.model.reasons.command import PlugIns
from labharness.model.reasons.evidence import Reproduction
from labharness.model.reasons.inputs import Noun
from labharness.model.reasons.report import Bundles
from tests.support.plans import byte_stage, check, written_plan

RELEASED = Path(__file__).parents[2] / "released" / "0.1.0" / "report" / "s-461-r1"
CHECK = inspect.getsource(labharness.checks.bytes.byte_mean).replace("byte_mean", "own_mean")
ADAPTER = inspect.getsource(device_adapters.byte_source).replace('"byte_source"', '"own_source"')
MARK = "\nimport os\nwith open(os.environ['RAN'], 'a') as ran:\n    ran.write(__file__)\n"
PLAN = written_plan("own-plan", byte_stage(5000, 5000), check("own_mean", "noise"))


@pytest.fixture(autouse=True)
def ran(tmp_path, monkeypatch):
    """Nothing is trusted; the file that code of a test writes to when it runs."""
    monkeypatch.setenv({"win32": "APPDATA"}.get(sys.platform, "XDG_CONFIG_HOME"), str(tmp_path / "settings"))
    monkeypatch.setenv("RAN", str(tmp_path / "ran"))
    return tmp_path / "ran"


@pytest.fixture
def own(workspace):
    """A workspace with a check, an adapter and a plan of its own, which nobody trusted."""
    for kind, name, text in (("checks", "own_mean", CHECK), ("adapters", "own_source", ADAPTER)):
        put(workspace, f"plugins/{kind}/{name}.py", text)
    put(workspace, "plugins/plans/own-plan.toml", PLAN)
    return workspace


def put(workspace, name, text):
    file = workspace.path / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, "utf-8")
    return file


def trusted(workspace):
    trust(workspace.path, code_files(workspace.path))
    return workspace


def standings(workspace, lists=None):
    return {file.name.rpartition("/")[2]: file.standing for file in code_files(workspace.path, lists)}


def order(tmp_path, **others):
    (tmp_path / "bytes").write_bytes(bytes(range(256)) * 20)
    return RunOrder("own-plan", (tmp_path / "bytes").as_uri(), name="first", adapter="own_source", **others)


def refused(call, *arguments):
    with pytest.raises(PlugInError) as error:
        call(*arguments)
    return {reason["file"].rpartition("/")[2]: reason for reason in error.value.reasons}


@pytest.fixture
def received(own, tmp_path):
    """A folder that came from elsewhere: a workspace with a run, whose plug-ins say that they ran."""
    start_run(trusted(own), order(tmp_path))
    shutil.copytree(own.path, folder := tmp_path / "received")
    for file in (folder / "plugins").rglob("*.py"):
        file.write_text(f"{file.read_text('utf-8')}{MARK}", "utf-8")
    put(Workspace(folder), "plugins/checks/floor/__init__.py", MARK)
    put(Workspace(folder), "plugins/reports/own_section.py", MARK)
    put(Workspace(folder), "plugins/layouts/own-layout.toml", "schema = 1\n")
    return Workspace(folder)


def test_no_command_runs_code_of_the_place_of_a_run_nor_of_a_workspace_that_is_only_named(
    received, cli, ran, tmp_path
):
    run, elsewhere = received.run("first").path, Workspace.init(tmp_path / "elsewhere").path
    for words in ("verify", "reverify", "show", "evaluate", "show --counted own-mean", "remark"):
        for named in (elsewhere, received.path):
            cli(*words.split(), run, "-w", named)
    for words in (
        *("plans list", "plans show own-plan", "plans check own-plan", "settle first", "doctor", "about"),
        *("report build first", "report build first --layout own-layout", "plug-ins list", "resume first"),
    ):
        cli(*words.split(), "-w", received.path)
    assert not ran.exists(), ran.read_text("utf-8")


def test_code_that_nobody_trusted_is_refused_where_it_is_asked_for(own, ran):
    put(own, "plugins/checks/own_mean.py", f"{CHECK}{MARK}")
    checks = discover(own.path).checks
    untrusted = PlugIns.UNTRUSTED(file="plugins/checks/own_mean.py")
    assert refused(lambda: checks["own_mean"]) == {"own_mean.py": untrusted}
    assert "own_mean" not in list(checks)
    with pytest.raises(PlugInError):  # by whatever way
        importlib.import_module(f"{package_of(own.path / 'plugins' / 'checks')}.own_mean")
    assert not ran.exists()


def test_a_changed_and_a_new_file_are_asked_about_again(own, ran):
    trusted(own)
    put(own, "plugins/checks/own_mean.py", f"{CHECK}{MARK}")
    put(own, "plugins/checks/_helper.py", MARK)
    assert standings(own) == {
        "own_mean.py": CodeStanding.CHANGED,
        "_helper.py": CodeStanding.NEW,
        "own_source.py": CodeStanding.TRUSTED,
    }
    assert refused(refuse_untrusted, own.path) == {
        "_helper.py": PlugIns.UNTRUSTED(file="plugins/checks/_helper.py"),
        "own_mean.py": PlugIns.OTHER_THAN_TRUSTED(file="plugins/checks/own_mean.py"),
    }
    assert refused(lambda: discover(own.path).checks["own_mean"]).keys() == {"own_mean.py"}
    assert not ran.exists()
    trusted(own)
    refuse_untrusted(own.path)
    put(own, "plugins/checks/own_mean.py", CHECK)  # as it was once
    assert standings(own)["own_mean.py"] is CodeStanding.CHANGED


def test_a_helper_that_a_trusted_file_imports_must_be_trusted_too(own, ran):
    put(own, "plugins/checks/own_mean.py", f"{CHECK}\nfrom ._helper import A\n")
    trusted(own)
    put(own, "plugins/checks/_helper.py", f"{MARK}A = 1\n")
    assert refused(lambda: discover(own.path).checks["own_mean"]).keys() == {"_helper.py"}
    assert not ran.exists()


def test_a_floor_and_its_helper_run_only_when_they_are_trusted(own, ran):
    floor = put(own, "plugins/checks/floor/__init__.py", MARK)
    put(own, "plugins/checks/floor/own_other.py", CHECK.replace("own_mean", "own_other"))
    checks = discover(own.path).checks
    assert refused(lambda: checks["own_other"]).keys() == {"__init__.py"}
    floor.write_text("from . import _helper\n", "utf-8")
    helper = put(own, "plugins/checks/floor/_helper.py", "")
    trusted(own)
    helper.write_text(MARK, "utf-8")
    assert refused(lambda: discover(own.path).checks["own_other"]).keys() == {"_helper.py"}
    helper.unlink()
    py_compile.compile(str(put(own, "evil.py", MARK)), helper.with_suffix(".pyc"))
    with pytest.raises(PlugInError):
        discover(own.path).checks["own_other"]
    assert not ran.exists()
    put(own, "plugins/checks/floor/_helper.py", MARK)
    assert discover(trusted(own).path).checks["own_other"].__name__
    assert ran.exists()


def test_compiled_copies_and_libraries_beside_trusted_source_never_run(own, ran, tmp_path):
    trusted(own)
    source, checks = own.path / "plugins" / "checks" / "own_mean.py", own.path / "plugins" / "checks"
    (tmp_path / "evil.py").write_text(MARK, "utf-8")
    planted = Path(importlib.util.cache_from_source(str(source)))
    planted.parent.mkdir()
    unchecked = py_compile.PycInvalidationMode.UNCHECKED_HASH
    py_compile.compile(str(tmp_path / "evil.py"), planted, invalidation_mode=unchecked)
    shutil.copy(planted, checks / "planted.pyc")
    (checks / "library.so").write_bytes(b"\x7fELF")
    checks = discover(own.path).checks
    assert checks["own_mean"].__name__
    assert not {"planted", "library"} & set(checks)
    assert problems(own.path) == []
    assert not ran.exists()


def test_no_run_begins_with_less_than_the_workspace_has(own, tmp_path):
    codes = {"own_mean.py", "own_source.py"}
    assert refused(start_run, own, order(tmp_path)).keys() == codes
    assert refused(needs_person, own, order(tmp_path)).keys() == codes
    plan = next(iter(examine(own, order(tmp_path))))
    assert {reason["file"].rpartition("/")[2] for reason in plan.reasons} == codes
    assert not may_begin(examine(own, order(tmp_path)))
    assert own.runs() == []
    assert may_begin(examine(trusted(own), order(tmp_path)))


def test_a_child_loads_what_its_parent_trusted_and_nothing_else(own, tmp_path, cli):
    asked = order(tmp_path)
    words = ("run", asked.plan, "--device", asked.device, "--adapter", "own_source")

    def child(*words):
        command = command_line(*words, "-w", str(own.path), "--json")
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        return done.returncode, json.loads(done.stdout)

    code, text = child(*words, "--run", "before")
    assert code == 3
    assert {each["code"] for each in text["problems"]} == {"plug_ins.untrusted"}
    start_run(trusted(own), asked)
    again = cli("evaluate", "first", "--workers", "2", "-w", own.path, "--json")[1]
    assert json.loads(again)["differing"] == []


def test_a_run_whose_plug_ins_are_not_available_is_not_reverified(received, own, tmp_path):
    run = received.run("first")
    elsewhere = Workspace.init(tmp_path / "elsewhere")
    missing = {(Noun.CHECK, "own_mean"), (Noun.ADAPTER, "own_source")}
    for named in (None, elsewhere):
        result = reverify(named, run)
        gone = [problem for problem in result.problems if problem.is_a(Reproduction.NOT_AVAILABLE)]
        assert {(problem["what"], problem["name"]) for problem in gone} == missing
        assert {plug_in.is_a(PlugIns.MISSING) for plug_in in result.plug_ins} == {True}
    files = {"plugins/checks/own_mean.py", "plugins/adapters/own_source.py"}
    assert {problem["file"] for problem in reverify(received, run).problems} == files
    assert reverify(own, run).problems == ()  # the workspace that is named has them, wherever the run lies
    assert reverify(own, run).report is ReportAgain.NOT_BUILT


def test_the_list_lies_with_the_settings_of_the_user_or_machine_and_never_in_the_workspace(own, tmp_path):
    put(own, LIST, json.dumps({"workspaces": {str(own.path): {}}}))
    place = trust(own.path, code_files(own.path))
    assert place == settings_files(LIST)[0]
    assert not place.is_relative_to(own.path)
    assert place == tmp_path / "settings" / "labharness" / LIST or sys.platform == "darwin"
    shutil.copytree(own.path, other := own.path.with_name("other"))
    assert set(standings(own).values()) == {CodeStanding.TRUSTED}
    assert set(standings(Workspace(other)).values()) == {CodeStanding.NEW}, "trust is of one place"
    user, machine = tmp_path / "user.json", tmp_path / "machine" / "all.json"
    trust(own.path, code_files(own.path), machine)
    assert set(standings(own, (user, machine)).values()) == {CodeStanding.TRUSTED}
    assert set(standings(own, (user,)).values()) == {CodeStanding.NEW}


def test_a_list_that_cannot_be_read_trusts_nothing(own, tmp_path, refusal):
    for text in ("", "{}", "[]", '{"workspaces": []}', '{"workspaces": {"a": 1}}', "\udc80"):
        (tmp_path / "user.json").write_text(text, "utf-8", errors="surrogateescape")
        assert refusal(code_files, own.path, (tmp_path / "user.json",)), text


def test_the_command_shows_the_files_and_asks(own, cli, monkeypatch):
    digest = hashlib.sha256((own.path / "plugins" / "checks" / "own_mean.py").read_bytes()).hexdigest()
    monkeypatch.setattr("sys.stdin", io.StringIO())  # nobody answers
    code, out, _ = cli("plug-ins", "trust", "-w", own.path)
    assert digest in out
    assert code != 0
    assert set(standings(own).values()) == {CodeStanding.NEW}
    assert cli("plug-ins", "trust", "--yes", "-w", own.path)[0] == 0
    assert set(standings(own).values()) == {CodeStanding.TRUSTED}
    listed = cli.json("plug-ins", "list", "-w", own.path)[1]
    assert [(each["file"], each["standing"]) for each in listed] == [
        ("plugins/adapters/own_source.py", "trusted"),
        ("plugins/checks/own_mean.py", "trusted"),
    ]
    cli("plug-ins", "trust", "--nothing", "-w", own.path)
    assert set(standings(own).values()) == {CodeStanding.NEW}


def test_the_doctor_names_what_is_trusted_changed_and_new(own, cli):
    trusted(own)
    put(own, "plugins/checks/own_mean.py", f"{CHECK}\n# Changed.\n")
    put(own, "plugins/reports/_helper.py", "")
    result = cli.json("doctor", "-w", own.path)[1]
    rows = [(row["good"], row["sentence"]) for row in result if row["what"] == "Plug-ins"]
    names = ("own_source", "own_mean", "_helper")
    shown = [(good, [name for name in names if name in text]) for good, text in rows]
    assert shown == [(True, ["own_source"]), (False, ["own_mean"]), (False, ["_helper"])]


def test_a_bundle_that_holds_code_has_a_problem(tmp_path):
    shutil.copytree(RELEASED, folder := tmp_path / "report")
    manifest = hashlib.sha256((folder / "manifest.json").read_bytes()).hexdigest()
    assert not [reason for reason in Bundle.open(folder).faults(manifest) if reason.is_a(Bundles.CODE)]
    names = ("plugins/checks/a.py", "runs/x/b.PYC", "dossier/lib.so.1", "c.pyd", "runs/run.exe")
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(b"")
    assert {Bundles.CODE(file=name) for name in names} <= set(Bundle.open(folder).faults(manifest))


@pytest.mark.skipif(sys.platform == "win32", reason="needs links")
def test_a_folder_of_plug_ins_that_is_a_link_is_asked_about_and_trusted(own, tmp_path):
    elsewhere = shutil.move(own.path / "plugins" / "checks", tmp_path / "elsewhere")
    (own.path / "plugins" / "checks").symlink_to(elsewhere)
    assert standings(own)["own_mean.py"] is CodeStanding.NEW
    assert refused(refuse_untrusted, own.path).keys() == {"own_mean.py", "own_source.py"}
    assert "own_mean" in discover(trusted(own).path).checks
