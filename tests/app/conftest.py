"""The command line, in this process or in one of its own, and four small runs like those of the demonstration."""

import json
import os
import runpy
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from labharness.app.people import authority as trusted_authorities
from labharness.app.reports.run_reports import build
from labharness.app.workspace.workspace import Workspace
from labharness.cli import console, main
from tests.support.made_once import made_once

LAB = runpy.run_path(str(Path(__file__).parents[1] / "runner" / "conftest.py"))
lab, good_sentence, eventually = LAB["lab"], LAB["good_sentence"], LAB["eventually"]


@pytest.fixture(autouse=True)
def _no_lists_of_the_user(monkeypatch, tmp_path_factory):
    """Nobody is trusted whom the test does not name, whatever is pinned on this computer."""
    folder = tmp_path_factory.getbasetemp() / "settings"
    monkeypatch.setattr(
        trusted_authorities, "installed", lambda: (folder / "user.pem", folder / "machine.pem")
    )


@pytest.fixture
def workspace(tmp_path):
    return Workspace.init(tmp_path / "workspace")


@pytest.fixture
def space(workspace):
    return workspace


@pytest.fixture(scope="session")
def people(tmp_path_factory):
    """People with keys under an authority of their own."""
    from tests.support.signing_factory import Signatories

    return Signatories(tmp_path_factory.mktemp("people"))


@pytest.fixture(scope="session")
def sign(people):
    """Return a function that signs a report with the keys of its people, in every role or in those that are named."""
    from labharness.app.reports.issuing import sign_report
    from tests.support.filing_factory import NAME
    from tests.support.signing_factory import PEOPLE

    def signed(space, number, *roles, keys=people, submission=NAME):
        for role in roles or PEOPLE:
            sign_report(space, number, role, PEOPLE[role], keys.key(PEOPLE[role]), submission=submission)

    return signed


@pytest.fixture(scope="session")
def filed(tmp_path_factory):
    """A workspace whose submission is filed and has no run; for reading only."""
    from tests.support.filing_factory import file_submission

    space = Workspace.init(tmp_path_factory.mktemp("filed") / "workspace")
    file_submission(space)
    return space


@pytest.fixture(scope="session")
def passing(tmp_path_factory):
    """A workspace whose submission passes in a rehearsal and may be recommended; for reading only."""
    from tests.support.filing_factory import passing_workspace

    return passing_workspace(tmp_path_factory.mktemp("passing") / "workspace")


@pytest.fixture
def cli(capsys, monkeypatch):
    """Run a command in this process: exit code, output, errors; ``cli.json`` gives exit code and value."""
    # What a file could have shown is simulated where a test asks for it.
    monkeypatch.setattr("labharness.acts.analyze.AUTOMATIC_S", 0)
    for each in (console.screen, console.notes):  # the width of the tests' own terminal is nobody's concern
        monkeypatch.setattr(each, "_width", 300)

    def run(*arguments):
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main([str(argument) for argument in arguments])
        text = capsys.readouterr()
        return ended.value.code, text.out, text.err

    def value(*arguments):
        code, out, _ = run(*arguments, "--json")
        return code, json.loads(out)

    run.json = value
    return run


@pytest.fixture(scope="session")
def labharness():
    """Run a command in a process of its own: exit code, JSON, errors."""

    def run(*arguments, **environment):
        command = [sys.executable, "-m", "labharness", *map(str, arguments), "--json"]
        done = subprocess.run(
            command,
            capture_output=True,
            check=False,
            encoding="utf-8",
            env={**os.environ, **environment},
            timeout=120,
        )
        return done.returncode, json.loads(done.stdout), done.stderr

    return run


@pytest.fixture(scope="session")
def demo_runs():
    """Workspace and four finished runs with their reports: shuffler, shoe, generator and a machine fed by hand."""
    return made_once("demo", _small_demonstration)


def _small_demonstration(folder):
    result = {}
    workspace = Workspace.init(folder / "workspace")
    for kind, plan, device in (
        ("continuous", _continuous, "continuous_shuffler"),
        ("shoe", lambda lab: lab.shoe_plan(60, 3), "dealing_shoe"),
        ("rng", _generator, "rng"),
        ("hand", lambda lab: lab.hand_plan(24, sessions=2), None),
    ):
        (folder / kind).mkdir()
        with ExitStack() as stack:
            bench = LAB["Lab"](folder / kind, stack)
            bench.space = workspace
            url = bench.device(device, read=True) if device else "operator://"
            bench.attend(machine=None if device else "shelf_shuffler:10", name=kind)
            reader = None if kind == "rng" else bench.reader
            run, outcome = bench.run(plan(bench), url, reader, name=kind)
        build(workspace, run)
        result[kind] = (run, outcome)
    return workspace, result


def _continuous(bench):
    stages = {"rounds": {"units": 120, "independent_reads": 3}}
    stages |= {name: {"decks": 1} for name in ("reader-before", "reader-after")}
    return bench.plan("blackjack-633a-continuous-shuffler-rounds", stages)


def _generator(bench):
    stages = {"draws": {"units": 3500, "batch": 500}, "raw": {"units": 20000, "batch": 4000}}
    return bench.plan("pai-gow-poker-645a-starting-position", stages)
