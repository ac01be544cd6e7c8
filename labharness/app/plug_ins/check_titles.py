"""Titles of checks of which a run recorded no result, so that nobody reads the name of a module."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

from labharness.app.plug_ins.discovery import discover
from labharness.errors import LabharnessError
from labharness.evidence.folder import RunFolder
from labharness.evidence.history.run import RunHistory
from labharness.plans.frozen import frozen_plan


def titles_for(workspace: Path | None) -> Callable[[str], str]:
    """Return what gives the title of a check that runs could use; of one that is not installed, its name.

    Parameters
    ----------
    workspace
        The one that a person named or opened.
    """

    @cache
    def title(check: str) -> str:
        try:
            return discover(workspace).check_info(check).title
        except LabharnessError:
            return check

    return title


def run_titles(run: RunFolder, workspace: Path | None) -> dict[str, str]:
    """Return the titles of the checks of a run by their ids: as it recorded them, else as they are installed."""
    recorded, title = RunHistory.of(run).summary.titles, titles_for(workspace)
    try:
        planned = frozen_plan(run, altered=True).plan.checks
    except (LabharnessError, OSError):
        planned = ()
    return {each.id: title(each.check) for each in planned} | recorded
