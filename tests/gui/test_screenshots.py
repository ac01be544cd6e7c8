"""The pictures of the documentation: what each shows is a run or a register that the product reads."""

import pytest

from labharness.app.workspace.workspace import Workspace
from labharness.evidence.history.run import RunHistory
from tests.support.window.scenes import SCENES

MAKES = {each.make.__name__: each.make for each in SCENES.values()}


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.slow) if name in ("filed", "unsigned") else name
        for name in sorted(MAKES)
    ],
)
def test_what_a_picture_shows_can_be_made_and_read(tmp_path, name):
    Workspace.init(tmp_path)
    specimen = MAKES[name](tmp_path)
    if specimen is None:
        return
    summary = RunHistory.of(specimen.folder).summary
    specimen.close()
    assert summary.start is not None
