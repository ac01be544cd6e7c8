"""A copy to the store, interrupted at any step: a run has arrived whole or not at all, and the next copy completes it."""

import shutil
from contextlib import suppress
from itertools import count

from labharness.app.shared_store.copying import copy, open_store, waiting
from labharness.app.shared_store.store import FILE, Receipts, check, fetch
from labharness.app.workspace.settings import read_settings
from labharness.app.workspace.workspace import Workspace
from labharness.errors import LabharnessError
from labharness.evidence.verify import verify
from tests.app.shared_store.conftest import named
from tests.support.interruptions import AtStep, at_every_step, full, images
from tests.support.runs import tiny_run

RUN = "night"


def placed(bench, was):
    """A copy of bench and store, whose settings and receipts name the store beside it."""
    receipts = bench / "one" / FILE
    if receipts.exists():
        receipts.write_text(receipts.read_text("utf-8").replace(str(was), str(bench)), "utf-8")
    return named(Workspace(bench / "one"), bench / "store")


def is_sound(space):
    """Whether what the store lists verifies, the receipts promise no more, and the next copy brings the rest."""
    store = open_store(space)
    arrived = store.arrived()
    for name, head in arrived:
        assert check(space, store, name, head) == ()
    receipts = Receipts.of(space, read_settings(space))
    assert set(receipts.arrived) <= {f"{name}-{head}" for name, head in arrived}
    assert all(each.reasons == () for each in copy(space))
    assert waiting(space) == ()
    assert [name for name, _ in store.arrived()] == [RUN]
    return True


def test_a_kill_or_a_full_disk_at_any_step_of_a_copy(folders, tmp_path):
    folder = folders[0]
    run = tiny_run(folder.path / "runs" / RUN)
    before = shutil.copytree(tmp_path, tmp_path.parent / f"{tmp_path.name}-before")
    into = tmp_path.parent / f"{tmp_path.name}-images"
    left = images(tmp_path, into, lambda: copy(folder))
    assert len(left) > 15
    for image in left:
        assert is_sound(placed(image, tmp_path))
    for number in count():
        where = shutil.copytree(before, into / "full" / str(number))
        space, step = placed(where, tmp_path), AtStep(number, full)
        with at_every_step(where, step), suppress(LabharnessError):
            copy(space)
        assert is_sound(space)
        if not step.reached:
            break
    assert number > 15
    assert fetch(placed(left[-1], tmp_path), open_store(folder), RUN).run == run.run
    assert verify(run.path).clean
