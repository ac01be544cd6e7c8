"""Lists of what is looked at, as stages of a plan."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from importlib import resources

from labharness.games.data import parse
from labharness.games.game import Game
from labharness.games.provisions import Aspect, Obligation
from labharness.plans.procedures import InspectionItem, InspectionList, InspectRole


@cache
def inspection_list(name: str) -> InspectionList:
    """Read a packaged list by its id; raises :class:`PlanError` with every mistake."""
    file = resources.files("test_plans.inspections").joinpath(f"{name}.toml")
    return parse(InspectionList, file.read_bytes(), f"inspections/{name}.toml")


def inspection(name: str, game: Game) -> str:
    """Return the stage of a packaged list, "" where the list is for other games."""
    result = inspection_list(name)
    return _stage(result.id, result.items, result.role) if not result.games or game.id in result.games else ""


def chapter_inspection(duties: Iterable[Obligation], answered: Iterable[str]) -> str:
    """Return the stage of all that a chapter asks and no check or procedure of the plan answers.

    Parameters
    ----------
    duties
        What the chapter asks of the device class.
    answered
        Ids of those that a check or a procedure answers.
    """
    left = [
        InspectionItem(id=duty.id, text=duty.text, citation=f"58 Pa. Code {duty.citation}")
        for duty in duties
        if duty.id not in set(answered) and duty.aspect is not Aspect.APPROVAL
    ]
    return _stage("chapter", left) if left else ""


def quoted(text: str) -> str:
    """Write a string as TOML does; JSON's way is a part of it."""
    return json.dumps(text, ensure_ascii=False)


def _stage(name: str, items: Iterable[InspectionItem], role: InspectRole = "required") -> str:
    lines = ["[[stages]]", 'kind = "inspect"', f"name = {quoted(name)}"]
    lines += ['role = "bench"', 'otherwise = "stop"'] * (role == "bench")
    for item in items:
        lines += ["", "[[stages.items]]", f"id = {quoted(item.id)}", f"text = {quoted(item.text)}"]
        lines += [f"citation = {quoted(item.citation)}"]
        lines += ["blocking = false"] * (not item.blocking) + ["photograph = true"] * item.photograph
    return "\n".join(lines) + "\n"
