"""Plug-ins of others: from a workspace's folder and from the entry points of an installed distribution."""

import inspect
import pickle
import subprocess
import sys

import pytest

import device_adapters.byte_source
import labharness
import labharness.checks.bytes.byte_mean
from labharness import FILES_SHA256
from labharness.app.outside.trusted import code_files, trust
from labharness.app.plug_ins.discovery import discover, problems
from labharness.app.plug_ins.plug_in_files import PREFIX, files_sha256, versions
from labharness.app.reports.reverify import reverify
from labharness.app.runs.services import load_plan
from labharness.errors import PlugInError
from labharness.model.reasons.command import PlugIns
from tests.support.plans import byte_stage, check, written_plan

CHECK = inspect.getsource(labharness.checks.bytes.byte_mean).replace("byte_mean", "own_mean")
ADAPTER = inspect.getsource(device_adapters.byte_source).replace('"byte_source"', '"own_source"')
PLAN = written_plan("own-plan", byte_stage(5000, 5000), check("own_mean", "noise"))


def write(folder, **modules):
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in modules.items():
        (folder / f"{name}.py").write_text(text, "utf-8")


@pytest.fixture(autouse=True)
def _nothing_is_trusted(tmp_path, monkeypatch):
    monkeypatch.setenv({"win32": "APPDATA"}.get(sys.platform, "XDG_CONFIG_HOME"), str(tmp_path / "settings"))


def trusted(workspace):
    """Trust all code of a workspace as it is, and return the workspace."""
    trust(workspace.path, code_files(workspace.path))
    return workspace


@pytest.fixture
def own(workspace):
    """A workspace with a check and an adapter of its own, which are trusted."""
    write(workspace.path / "plugins" / "checks", own_mean=CHECK)
    write(workspace.path / "plugins" / "adapters", own_source=ADAPTER)
    return trusted(workspace)


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """An installed distribution with a check and an adapter."""
    site = tmp_path / "site"
    write(site / "acme_lab", __init__="")
    write(site / "acme_lab" / "checks", __init__="", own_mean=CHECK)
    write(site / "acme_lab" / "adapters", __init__="", own_source=ADAPTER)
    about = site / "acme_lab-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: acme-lab\nVersion: 1.0\n", "utf-8")
    (about / "entry_points.txt").write_text(groups("checks", "adapters"), "utf-8")
    monkeypatch.syspath_prepend(site)
    yield site
    for name in [name for name in sys.modules if name.partition(".")[0] == "acme_lab"]:
        del sys.modules[name]


def groups(*kinds):
    return "".join(f"[labharness.{kind}]\nacme = acme_lab.{kind}\n" for kind in kinds)


def replaced(about, text):
    """Install another version of the distribution: its description comes in a new folder, as from an installer."""
    other = about.parent.with_name("acme_lab-2.0.dist-info")
    about.parent.rename(other)
    (other / about.name).write_text(text, "utf-8")


def by_name(cli, workspace, tmp_path):
    """Run the plan by its id and return its folder."""
    (tmp_path / "bytes").write_bytes(bytes(range(256)) * 20)
    arguments = ("--device", (tmp_path / "bytes").as_uri(), "--adapter", "own_source", "--run", "first")
    code, out, err = cli("run", "own-plan", *arguments, "-w", workspace.path)
    assert code in (0, 1, 2), out + err
    return workspace.run("first")


def recorded(folder):
    """Names of the plug-in files in the start record, with their hashes."""
    versions = folder.begun().versions
    return {name.removeprefix(PREFIX): value for name, value in versions.items() if name.startswith(PREFIX)}


LAYOUT = """\
schema = 1
title = "Report of a laboratory's own"
author = "A laboratory"
texts_from = "run_report.toml"

[[sections]]
name = "plan"
title = "Plan"

[[sections]]
name = "own_section"
title = "Of our own"
"""
SECTION = """\
from labharness.reporting.blocks import paragraph


def section(subject, part):
    return [paragraph("A section of the laboratory's own.")]
"""


def put_data(place, content=PLAN, name="own-plan"):
    """Write a plan and a layout as plug-ins of a workspace or a distribution."""
    for kind, file, text in (("plans", name, content), ("layouts", "own-layout", LAYOUT)):
        (place / kind).mkdir(parents=True, exist_ok=True)
        (place / kind / f"{file}.toml").write_text(text, "utf-8")
    write(place / "reports", own_section=SECTION)


KINDS = ("adapters/own_source.py", "checks/own_mean.py", "layouts/own-layout.toml", "plans/own-plan.toml")


def test_plug_ins_of_a_workspace_are_used_hashed_and_named_when_they_changed(cli, own, tmp_path):
    put_data(own.path / "plugins")
    trusted(own)
    assert "own-plan" in cli("plans", "list", "-w", own.path)[1]
    assert cli("plans", "check", "own-plan", "-w", own.path)[0] == 0
    folder = by_name(cli, own, tmp_path)
    again = reverify(own, folder)
    assert folder.begun().adapter.device.name == "own_source"
    assert set(recorded(folder)) == {f"plugins/{each}" for each in (*KINDS, "reports/own_section.py")}
    assert (again.problems, again.results, again.plug_ins) == ((), 1, ())
    code, _, err = cli("report", "build", "first", "--layout", "none", "-w", own.path)
    assert (code, "own-layout" in err) == (3, True)
    assert cli("report", "build", "first", "--layout", "own-layout", "-w", own.path)[0] == 0
    assert (own.path / "reports" / "first.own-layout.pdf").read_bytes().startswith(b"%PDF")
    assert reverify(own, folder).report == "identical"
    layout, check = (
        own.path / "plugins" / name for name in ("layouts/own-layout.toml", "checks/own_mean.py")
    )
    layout.write_text(f"{LAYOUT}\n", "utf-8")
    assert reverify(own, folder).plug_ins == (PlugIns.CHANGED(file="plugins/layouts/own-layout.toml"),)
    check.write_text(f"{CHECK}\n# Changed.\n", "utf-8")
    for command in ("verify", "reverify"):
        _, out, _ = cli(command, "first", "-w", own.path)
        assert "plugins/checks/own_mean.py has changed since the run began." in out
        assert "own_source" not in out
    check.unlink()
    assert "own_mean.py is missing; the run used it." in cli("verify", "first", "-w", own.path)[1]


def test_plug_ins_of_a_distribution_are_used_and_hashed(cli, workspace, installed, tmp_path):
    put_data(installed / "acme_lab")
    about = installed / "acme_lab-1.0.dist-info" / "entry_points.txt"
    about.write_text(groups("checks", "adapters", "plans", "layouts", "reports"), "utf-8")
    folder = by_name(cli, workspace, tmp_path)
    again = reverify(workspace, folder)
    assert {f"acme_lab/{each}" for each in KINDS} <= set(recorded(folder))
    assert (again.problems, again.results, again.plug_ins) == ((), 1, ())
    assert cli("report", "build", "first", "--layout", "own-layout", "-w", workspace.path)[0] == 0
    (installed / "acme_lab" / "checks" / "own_mean.py").write_text(f"{CHECK}\n# Changed.\n", "utf-8")
    assert reverify(workspace, folder).plug_ins == (PlugIns.CHANGED(file="acme_lab/checks/own_mean.py"),)
    replaced(about, "[labharness.plans]\nacme = nowhere.plans\n")
    assert [problem.reasons[0].is_a(PlugIns.NOT_LOADED) for problem in problems(workspace.path)] == [True]


@pytest.mark.parametrize(
    ("name", "reason"),
    [("pai-gow-poker-645a-starting-position", PlugIns.NAMED_TWICE), ("other-name", PlugIns.MISNAMED)],
)
def test_a_plan_whose_name_is_not_its_own_is_refused(own, name, reason, refusal):
    put_data(own.path / "plugins", name=name)
    assert refusal(load_plan, name, discover(own.path), workspace=own.path).is_a(reason)


def test_a_check_of_a_workspace_goes_to_a_counting_process(own):
    check = discover(own.path).checks["own_mean"]()
    program = "import pickle, sys; print(type(pickle.load(sys.stdin.buffer)).__name__)"
    done = subprocess.run(
        [sys.executable, "-c", program], input=pickle.dumps(check), capture_output=True, check=False
    )
    assert done.stdout.decode().split() == [type(check).__name__], done.stderr
    assert "own_mean" not in discover().checks, "it is the workspace's alone"


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("byte_mean", CHECK.replace("own_mean", "byte_mean"), PlugIns.NAMED_TWICE),
        ("broken", "raise ValueError('spoiled')\n", PlugIns.NOT_LOADED),
        ("spoiled", "def\n", PlugIns.NOT_LOADED),
        ("leaving", "raise SystemExit\n", PlugIns.NOT_LOADED),
        ("other", CHECK.replace("@kit.check(", '@kit.check(\n    name="own_mean",'), PlugIns.MISNAMED),
        ("unmarked", ADAPTER, PlugIns.UNMARKED),
    ],
)
def test_a_plug_in_that_cannot_be_used_is_refused_and_the_others_work(own, cli, name, text, reason):
    write(own.path / "plugins" / "checks", **{name: text}, _helper="raise ValueError")
    trusted(own)
    checks = discover(own.path).checks
    with pytest.raises(PlugInError) as refused:
        checks[name]
    (why,) = refused.value.reasons
    assert why.is_a(reason)
    assert name not in list(checks)
    assert "own_mean" in checks
    assert [problem.reasons for problem in problems(own.path)] == [refused.value.reasons]
    assert f"{name}.py" in cli("doctor", "-w", own.path)[1]


def test_a_distribution_whose_package_is_missing_is_named(installed, workspace):
    about = installed / "acme_lab-1.0.dist-info" / "entry_points.txt"
    assert problems(workspace.path) == problems() == []
    replaced(about, "[labharness.checks]\nacme = nowhere.checks\n")
    (problem,) = problems(workspace.path)
    assert problem.reasons[0].is_a(PlugIns.NOT_LOADED)
    assert len(discover().checks) > 80


def test_every_module_of_checks_is_found_under_its_name_also_in_another_process():
    checks = discover().checks
    assert len(checks) == len(list(checks)) > 80
    assert all(cls.__module__.startswith("labharness.checks.") for cls in checks.values())
    assert all(cls.__module__.endswith(f".{name}") for name, cls in checks.items())
    assert "discovery" not in checks
    with pytest.raises(KeyError):
        checks["discovery"]
    assert pickle.loads(pickle.dumps(checks))["gap"] is checks["gap"]


def test_the_hash_of_the_program_is_that_of_its_text_on_every_system(tmp_path, monkeypatch):
    monkeypatch.setattr(labharness, "__file__", str(tmp_path / "labharness" / "__init__.py"))
    result = []
    first = b"a = 1\nb = 2\n"
    for code, words in (
        (first, first),
        (b"a = 1\r\nb = 2\r\n",) * 2,
        (b"b = 3\n", first),
        (first, b"b = 3\n"),
    ):
        for package in ("labharness", "device_adapters"):
            (tmp_path / package / "part").mkdir(parents=True, exist_ok=True)
            (tmp_path / package / "part" / "code.py").write_bytes(code)
            (tmp_path / package / "part" / "words.txt").write_bytes(words)
        result.append(files_sha256.__wrapped__())  # what this process remembers of itself stays
    monkeypatch.undo()
    assert result[0] == result[1]
    assert len(versions()[FILES_SHA256]) == 64
    assert len(set(result)) == 3
