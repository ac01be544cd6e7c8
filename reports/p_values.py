"""All p-values of a submission: those of every check of every run, against the law of fair devices."""

from __future__ import annotations

from reportlab.platypus import Flowable

from labharness.reporting import kit

_RUNS, _FEWEST = 2, 4
"""Those of one run stand together in its own results; fewer make no distribution that anyone could see."""


def section(case: kit.Case, part: kit.SectionPlace) -> list[Flowable]:
    """Return one figure for all runs; nothing where there is only one, or hardly any p-value."""
    pairs: list[tuple[str, float]] = []
    runs = set()
    for run in case.dossier.runs:
        for planned in run.frozen.plan.checks:
            result = run.summary.results.get(planned.id)
            if result is not None and "two_sided" in result.p:
                name = f"{run.about(planned).title}, {case.dossier.called(run.run)}"
                pairs.append((name, result.p["two_sided"]))
                runs.add(run.run)
    if len(runs) < _RUNS or len(pairs) < _FEWEST:
        return []
    drawn = kit.p_value_distribution(pairs, "two-sided p-value")
    return [
        kit.paragraph(part.text("intro")),
        kit.figure("Every check of every run", drawn, part.text("caption")),
    ]
