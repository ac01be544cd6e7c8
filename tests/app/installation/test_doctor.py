"""The examination of a computer: its clock, for the times of a run are evidence, and whose program is installed."""

import os
from importlib.metadata import PathDistribution

import pytest

from labharness.app.devices import preflight as clock
from labharness.app.installation.doctor import MAIN, examine, installation_of, search_path
from labharness.app.workspace.workspace import MARKER


@pytest.mark.parametrize(
    ("synchronized", "by_hand", "good", "wording"),
    [
        (True, "false", True, "synchronized"),
        (None, "false", True, "the system does not say whether it is synchronized"),
        (False, "true", True, "set by hand, as the settings state"),
        (False, "false", False, "Start its time service."),
    ],
)
def test_the_clock_is_looked_at(workspace, monkeypatch, synchronized, by_hand, good, wording):
    monkeypatch.setattr(clock, "is_synchronized", lambda: synchronized)
    marker = workspace.path / MARKER
    marker.write_text(f"clock_by_hand = {by_hand}\n{marker.read_text('utf-8')}", encoding="utf-8")
    result = next(each for each in examine(workspace.path) if each.what == "Clock")
    assert (result.good, result.needed) == (good, False)
    assert result.sentence.endswith(wording)


def test_an_empty_entry_of_the_path_is_named():
    for entries in ([""], ["a"], ["a", "b"]):
        assert list(search_path(os.pathsep.join(entries))) == []
    for entries in (["a", ""], ["", "a"], ["a", "", "b"]):
        (diagnosis,) = search_path(os.pathsep.join(entries))
        assert (diagnosis.good, diagnosis.needed) == (False, True)


def distribution(folder, name, *, command="", files=()):
    about = folder / f"{name}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", "utf-8")
    (about / "entry_points.txt").write_text(f"[console_scripts]\n{command}\n", "utf-8")
    for file in files:  # from Python 3.12 on, only what is there is a file of a distribution
        place = folder / file
        place.parent.mkdir(exist_ok=True)
        place.touch()
    (about / "RECORD").write_text("".join(f"{file},,\n" for file in files), "utf-8")
    return PathDistribution(about)


@pytest.mark.parametrize(
    ("name", "command", "files"),
    [
        ("labharness", "", ()),
        ("labharness", "labharness = labharness.cli:app", ("labharness/__init__.py",)),
        ("harness-of-others", "labharness = harness:main", ()),
        ("more-of-others", "", ("labharness/extra.py",)),
    ],
)
def test_a_program_of_others_with_the_name_is_noticed(tmp_path, name, command, files):
    own = distribution(tmp_path, "labharness-gaming-laboratory", command=f"labharness = {MAIN}")
    diagnosis = installation_of([own, distribution(tmp_path, name, command=command, files=files)])
    assert (diagnosis.good, diagnosis.needed) == (False, True)
    assert f"{name} 1.0" in diagnosis.sentence
    assert "gaming-laboratory" not in diagnosis.sentence


def test_the_distribution_of_the_program_is_named(tmp_path):
    own = distribution(tmp_path, "labharness-gaming-laboratory", command=f"labharness = {MAIN}")
    plug_ins = distribution(tmp_path, "acme-lab", command="acme = acme:main", files=("acme/__init__.py",))
    diagnosis = installation_of([own, plug_ins])
    assert diagnosis.good
    assert diagnosis.sentence.startswith("labharness-gaming-laboratory 1.0, in ")
    assert installation_of([plug_ins]).good
