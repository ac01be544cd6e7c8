"""Titles of checks of which a run recorded no result, so that nobody reads the name of a module."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from labharness.app.plug_ins.discovery import catalog_of
from labharness.errors import LabharnessError
from labharness.evidence.folder import RunFolder
from labharness.evidence.history.run import RunHistory
from labharness.plans.frozen import frozen_plan


def titles_for(run: RunFolder) -> Callable[[str], str]:
    """Return what gives the title of a check that a run could use; of one that is not installed, its name."""

    @cache
    def title(check: str) -> str:
        try:
            return catalog_of(run).check_info(check).title
        except LabharnessError:
            return check

    return title


def run_titles(run: RunFolder) -> dict[str, str]:
    """Return the titles of the checks of a run by their ids: as it recorded them, else as they are installed."""
    recorded, title = RunHistory.of(run).summary.titles, titles_for(run)
    try:
        planned = frozen_plan(run, altered=True).plan.checks
    except (LabharnessError, OSError):
        planned = ()
    return {one.id: title(one.check) for one in planned} | recorded
