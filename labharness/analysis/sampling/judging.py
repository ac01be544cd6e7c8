"""Judge the checks of samples, on any number of processes: the same results, bit for bit."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from threading import Lock

from labharness.analysis.sampling.check import Check, info_of
from labharness.analysis.sampling.population import Population
from labharness.analysis.sampling.processes import Processes
from labharness.analysis.sampling.tally import Tally
from labharness.model.results import CheckResult

CHEAP = 1 << 22
"""Bytes of a tally that another process is sent."""


def judged(
    checks: Mapping[str, Check],
    tallies: Mapping[str, Tally],
    populations: Mapping[str, Population],
    on_step: Callable[[str], None],
    others: Processes | None,
) -> dict[str, CheckResult]:
    """Return what each check makes of its tally, by its name, in the order of the checks.

    Parameters
    ----------
    tallies, populations
        What each check has counted, and of what sample, by its name.
    on_step
        Told the name of the check that is judged.
    others
        Processes beside this one. They judge what is sent to them cheaply, and begin with what takes longest.
    """
    results: dict[str, CheckResult] = {}
    left = sorted(checks, key=lambda name: -info_of(type(checks[name])).slow) if others else list(checks)
    small = [name for name in left if tallies[name].nbytes <= CHEAP]
    taking = Lock()

    def following(among: list[str]) -> str:
        """Take the next name, "" where none is left."""
        with taking:
            name = next((name for name in among if name in left), "")
            if name:
                left.remove(name)
                on_step(name)
            return name

    def there(processes: Processes) -> None:
        while name := following(small):
            results[name] = processes.submit(_judged, checks[name], tallies[name], populations[name]).result()

    with ThreadPoolExecutor(others.workers if others else 1) as waiting:
        sent = [waiting.submit(there, others) for _ in range(others.workers)] if others else []
        try:
            while name := following(left):
                results[name] = checks[name].judge(tallies[name], populations[name])
        finally:
            left.clear()
        for each in sent:
            each.result()
    return {name: results[name] for name in checks}


def _judged(check: Check, tally: Tally, population: Population) -> CheckResult:
    return check.judge(tally, population)
