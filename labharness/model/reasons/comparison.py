"""Why two runs are not compared."""

from __future__ import annotations

from labharness.reason import Code, refusal


class Comparisons(Code, area="comparison"):
    """Why two runs are not compared."""

    ONE_RUN = refusal(run=str)
