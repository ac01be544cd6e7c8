"""The examination of a computer tells how its clock stands, for the times of a run are evidence."""

import pytest

from labharness.app import clock
from labharness.app.installation.doctor import examine
from labharness.app.workspace import MARKER


@pytest.mark.parametrize(
    ("synchronized", "by_hand", "good", "said"),
    [
        (True, "false", True, "synchronized"),
        (None, "false", True, "the system does not say whether it is synchronized"),
        (False, "true", True, "set by hand, as the settings state"),
        (False, "false", False, "Start its time service."),
    ],
)
def test_the_clock_is_looked_at(workspace, monkeypatch, synchronized, by_hand, good, said):
    monkeypatch.setattr(clock, "is_synchronized", lambda: synchronized)
    marker = workspace.path / MARKER
    marker.write_text(f"clock_by_hand = {by_hand}\n{marker.read_text('utf-8')}", encoding="utf-8")
    found = next(one for one in examine(workspace.path) if one.what == "Clock")
    assert (found.good, found.needed) == (good, False)
    assert found.sentence.endswith(said)
