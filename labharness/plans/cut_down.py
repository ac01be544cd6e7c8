"""Packaged plans cut down: fewer units, trials or stages, for a demonstration or a rehearsal."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from labharness.plans.frozen import find_plan

_REASON = (
    "A cut of the plan {} for a demonstration or a rehearsal: its samples show less than those of that plan."
)


def small_plan(
    plan: str,
    stages: Mapping[str, Mapping[str, int]],
    *,
    plan_id: str = "",
    without: Collection[str] = (),
    interruptions_allowed: int | None = None,
    trials: int | None = None,
) -> bytes:
    """Return a plan with other numbers in some of its stages, under an id and with a reason of its own.

    Parameters
    ----------
    plan
        Id of the plan.
    stages
        By name of a stage, its keys to change (``units``, ``batch``, ``independent_reads``, …).
    plan_id
        Id of the plan returned; that of the plan with ``-cut`` if left out.
    without
        Names of stages to leave out, with their checks.
    trials
        Of every procedure; as planned if left out.

    Examples
    --------
    >>> content = small_plan("pai-gow-poker-645a-starting-position", {"draws": {"units": 7000}})
    >>> b"units = 7000" in content
    True
    """
    text = find_plan(plan)[0].decode()
    text = re.sub(r'(?m)^id = ".*"$', f'id = "{plan_id or f"{plan}-cut"}"', text, count=1)
    text = re.sub(r'(?m)^sample_size_reason = ".*"$', f'sample_size_reason = "{_REASON.format(plan)}"', text)
    if interruptions_allowed is not None:
        text = _changed(text, "interruptions_allowed", interruptions_allowed)
    text = re.sub(r"\bbudget = \d+", "budget = 5", text)  # of searches for known generators: seconds
    blocks, left_out = [], False
    for block in re.split(r"(?m)^(?=\[)", text):
        named = re.search(r'(?m)^name = "(.*)"$', block)
        name = named.group(1) if named and block.startswith("[[stages]]") else ""
        of = re.search(r'(?m)^stage = "(.*)"$', block)
        if not re.match(r"\[+\w+\.", block):  # the limits of a check and the health of a stage go with it
            left_out = bool(
                (name and name in without)
                or (block.startswith("[[checks]]") and of and of.group(1) in without)
            )
        if left_out:
            continue
        if trials is not None and re.search(r"(?m)^trials = ", block):
            block = _changed(block, "trials", trials)  # noqa: PLW2901  as below
        for key, value in stages.get(name, {}).items():
            block = _changed(block, key, value)  # noqa: PLW2901  one block, several keys
        blocks.append(block)
    return "".join(blocks).encode()


def _changed(text: str, key: str, value: int) -> str:
    changed, count = re.subn(rf"(?m)^{key} = .*$", f"{key} = {value}", text, count=1)
    if not count:
        raise ValueError(f"the plan has no {key!r} there")
    return changed
