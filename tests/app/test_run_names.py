"""A run that nobody named is named after the clock of Pennsylvania, in the window as at a console."""

from datetime import UTC, datetime

from labharness.app.workspace import workspace as workspace_module
from labharness.app.workspace.workspace import run_name


class Evening(datetime):
    """A clock at 10:05 p.m. in Pennsylvania, when the day of UTC is the next one."""

    @classmethod
    def now(cls, tz=None):
        assert tz is UTC
        return cls(2026, 11, 23, 3, 5, 7, tzinfo=UTC)


def test_the_evening_belongs_to_the_day_that_it_ends(workspace, monkeypatch):
    monkeypatch.setattr(workspace_module, "datetime", Evening)
    assert run_name("some-plan") == "20261122T220507-some-plan"
    assert workspace.new_run(None, "some-plan").name == run_name("some-plan")
