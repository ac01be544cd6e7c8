"""Whatever is wrong with the folder of a report, its readers answer with a typed error or a problem."""

import hashlib
import json
import os
import shutil
from pathlib import Path

import pytest

from labharness.app.reports.issuing import verify_report
from labharness.app.submission.baselines import contradictions
from labharness.app.submission.decisions import (
    CONCLUSION,
    RECORD,
    REMAINDER,
    Remainder,
    cited,
    listed_people,
    read_conclusion,
    read_record,
)
from labharness.app.workspace.bundle import AUTHORITY, DOSSIER, PDF, SUMS, Bundle
from labharness.app.workspace.manifest import MANIFEST, parsed
from labharness.app.workspace.workspace import Workspace
from labharness.cli.root import main
from labharness.errors import IntegrityError
from labharness.model.reasons.conclusion import Dossiers
from tests.support.signing_factory import small_pdf

RELEASED = Path(__file__).parent / "0.1.0" / "report" / "s-461-r1"
FILES = sorted(path.relative_to(RELEASED).as_posix() for path in RELEASED.rglob("*") if path.is_file())
DEEP = b"[" * 100_000
NOISE = bytes((at * 193 + 61) % 256 for at in range(997))


def _fifo(file):
    file.unlink()
    os.mkfifo(file)


def _link(file):
    elsewhere = file.with_name("elsewhere")
    file.rename(elsewhere)
    file.symlink_to(elsewhere)


def _folder(file):
    file.unlink()
    file.mkdir()


DAMAGE = {
    "missing": lambda file: file.unlink(),
    "empty": lambda file: file.write_bytes(b""),
    "truncated": lambda file: file.write_bytes(file.read_bytes()[:-20]),
    "random": lambda file: file.write_bytes(NOISE),
    "null": lambda file: file.write_bytes(b"null"),
    "deep": lambda file: file.write_bytes(DEEP),
    "pipe": _fifo,
    "link": _link,
    "folder": _folder,
}
posix = pytest.mark.skipif(os.name == "nt", reason="pipes and links of POSIX")


@pytest.fixture
def copy(tmp_path):
    """A copy of a signed report, to be damaged."""
    return Path(shutil.copytree(RELEASED, tmp_path / RELEASED.name))


@posix
@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_file_is_a_problem_of_the_report(copy, tmp_path, damage):
    manifest = hashlib.sha256((RELEASED / MANIFEST).read_bytes()).hexdigest()
    whole = tmp_path / "whole"
    for name in FILES:
        file = copy / name
        shutil.copyfile(file, whole)
        DAMAGE[damage](file)
        assert list(Bundle(copy).faults(manifest)), name
        shutil.rmtree(file) if file.is_dir() else file.unlink(missing_ok=True)
        (file.with_name("elsewhere")).unlink(missing_ok=True)
        shutil.copyfile(whole, file)
    assert list(Bundle(copy).faults(manifest)) == []


@posix
@pytest.mark.parametrize(
    ("name", "damage", "options"),
    [
        *((PDF, each, []) for each in DAMAGE),
        (MANIFEST, "deep", []),
        (AUTHORITY, "random", []),
        (SUMS, "pipe", ["--reverify"]),
        (PDF, "random", ["--reverify"]),
    ],
)
def test_the_command_names_what_is_wrong(copy, capsys, name, damage, options):
    DAMAGE[damage](copy / name)
    with pytest.raises(SystemExit) as left:
        main(["report", "verify", str(copy), *options])
    assert left.value.code == 3
    out, err = capsys.readouterr()
    assert out or err
    assert "unexpected" not in out + err


def relisted(folder):
    """Make manifest, report and sums fit what is there, as somebody does who has no key."""
    listed = json.loads((folder / MANIFEST).read_bytes())
    for each in listed["files"]:
        content = (folder / each["name"]).read_bytes()
        each |= {"size": len(content), "sha256": hashlib.sha256(content).hexdigest()}
    content = json.dumps(listed).encode()
    (folder / MANIFEST).write_bytes(content)
    (folder / PDF).write_bytes(small_pdf(hashlib.sha256(content).hexdigest()))  # unsigned
    (folder / AUTHORITY).unlink(missing_ok=True)
    (folder / SUMS).write_bytes(Bundle(folder)._sums({}))


OF_DOSSIER = [f"{DOSSIER}/{name}" for name in (RECORD, CONCLUSION, REMAINDER)]
OF_RUN = [f"runs/small/{name}" for name in ("ledger.jsonl", "plan.toml", "game.toml", "raw/device-0001.seg")]


@pytest.mark.parametrize("damage", ["empty", "truncated", "random", "null", "deep"])
@pytest.mark.parametrize("name", [*OF_DOSSIER, *OF_RUN])
def test_a_file_that_was_listed_anew(copy, name, damage):
    DAMAGE[damage](copy / name)
    relisted(copy)
    result = verify_report(copy, again=True)
    assert result.problems
    assert name in OF_RUN or not result.issued


OTHERS = (None, [], {}, "\x1b[2J[/red]", -1, True, 1.5, [None], {"code": None})


def changes(data):
    """Yield a JSON document after each single change: a key left out, or another value at it.

    Of a list, the first and the last element are changed.
    """
    if isinstance(data, dict):
        keys = list(data)
        for key in keys:
            whole = data.pop(key)
            yield key
            data[key] = whole
    else:
        keys = sorted({0, len(data) - 1}) if data else []
    for key in keys:
        whole = data[key]
        for other in OTHERS:
            data[key] = other
            yield key
        data[key] = whole
        if isinstance(whole, dict | list):
            yield from changes(whole)


def _manifest(content, folder):
    (folder / MANIFEST).write_bytes(content)
    bundle = Bundle(folder)
    for name in bundle.heads():
        bundle.known_problems(name)


def _record(content, _):
    read_record({RECORD: content})
    list(listed_people({RECORD: content}))


READERS = {
    MANIFEST: _manifest,
    f"{DOSSIER}/{RECORD}": _record,
    f"{DOSSIER}/{CONCLUSION}": lambda content, _: read_conclusion({CONCLUSION: content}),
    f"{DOSSIER}/{REMAINDER}": lambda content, _: parsed(Remainder, {REMAINDER: content}, REMAINDER),
}


@pytest.mark.parametrize("name", READERS)
def test_another_value_at_any_key_is_read_or_refused(copy, name):
    data, refused = json.loads((copy / name).read_bytes()), 0
    for _ in changes(data):
        try:
            READERS[name](json.dumps(data).encode(), copy)
        except IntegrityError:
            refused += 1
    assert refused > 50


@posix
@pytest.mark.parametrize("damage", DAMAGE)
@pytest.mark.parametrize("name", [PDF, MANIFEST, f"{DOSSIER}/{RECORD}"])
def test_a_damaged_report_of_the_workspace_is_named_by_the_next(tmp_path, name, damage):
    space = Workspace.init(tmp_path / "space")
    folder = Path(shutil.copytree(RELEASED, space.path / "reports" / RELEASED.name))
    snapshot = read_record({RECORD: (RELEASED / DOSSIER / RECORD).read_bytes()})
    DAMAGE[damage](folder / name)
    reasons = list(contradictions(space, snapshot, []))
    if (name, damage) not in UNSIGNED:
        assert any(each.is_a(Dossiers.REPORT_UNREADABLE, Dossiers.REPORT_ALTERED) for each in reasons)


UNSIGNED = {(PDF, damage) for damage in ("missing", "empty", "random", "null", "deep")}
"""Such a file was never signed, as far as this folder shows; the register knows that it was."""


@posix
@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_conclusion_cites_nothing(tmp_path, damage):
    space = Workspace.init(tmp_path / "space")
    folder = Path(shutil.copytree(RELEASED, space.path / "reports" / RELEASED.name))
    assert cited(space, "s-461")[1]
    DAMAGE[damage](folder / DOSSIER / CONCLUSION)
    assert not cited(space, "s-461")[1]
