"""A report of a run is built from one pass over its folder, which verifies and decodes it."""

import json
import shutil

import pytest

from labharness.acts import report
from labharness.acts.declaring import Seat
from labharness.app.workspace.register import BUILT, open_register
from labharness.app.workspace.workspace import Workspace
from labharness.evidence.folder import RunFolder
from labharness.evidence.lock import LEDGER
from labharness.evidence.records.line import decode
from labharness.evidence.verify import verify
from labharness.model.results import ExitCode
from tests.support.calls import calls_in


@pytest.fixture
def copied(rng_run, tmp_path):
    """A workspace of its own with one finished run."""
    space = Workspace.init(tmp_path / "copy")
    shutil.copytree(rng_run[1].path, space.path / "runs" / rng_run[1].run)
    return space, RunFolder.open(space.path / "runs" / rng_run[1].run)


@pytest.mark.parametrize("layout", ["run", "run-summary"])
def test_the_command_verifies_a_run_once_and_decodes_its_ledger_once(copied, layout):
    space, folder = copied
    lines = (folder.path / LEDGER).read_bytes().count(b"\n")

    verified, decoded, begun = calls_in(
        lambda: report.build(Seat(space), folder.run, layout=layout), verify, decode, RunFolder.start
    )

    assert verified == 1
    assert decoded - begun == lines  # a frozen file is held against the hash that the first line names


def test_a_report_of_a_run_with_a_damaged_record_is_built_up_to_it_and_named_for_it(copied):
    space, folder = copied
    lines = (folder.path / LEDGER).read_bytes().splitlines(keepends=True)
    good = json.loads(lines[-2])["hash"]
    (folder.path / LEDGER).write_bytes(b"".join(lines[:-1]) + lines[-1].replace(b"COMPLETE", b"CoMPLETE"))

    built = report.build(Seat(space), folder.run)

    assert (built.path.name, built.verifies) == (f"{folder.run}.does-not-verify.pdf", False)
    assert report.build.code(built) == ExitCode.ERROR
    with open_register(space) as register:
        (body,) = [change.after for change in register.changes() if change.what == BUILT]
    assert body["head"] == good
