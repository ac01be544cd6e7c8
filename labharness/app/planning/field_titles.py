"""Fields of a plan in the words of its form: where each stands, and what it holds."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import BaseModel

from labharness.language.field_words import choice_words, words_of
from labharness.model.field import Field, fields_of
from labharness.plans.plan import Plan
from labharness.plans.plan_comparison import IN_ORDER
from labharness.plans.stages import stage_models

BETWEEN = " › "
NOT_SET = "not set"


class FieldTitles:
    """Titles and values of the fields of plans, by the keys of :class:`~labharness.plans.plan_comparison.Difference`.

    Parameters
    ----------
    kinds
        Kind of each stage by its name; it tells which fields the stage has.

    Examples
    --------
    >>> titles = FieldTitles({"shuffles": "acquire"})
    >>> titles.title("stages shuffles.units"), titles.title("checks gaps.parameters.most"), titles.title("stages in order")
    ('Stages › shuffles › Units', 'Checks › gaps › Parameters › most', 'Stages, their order')
    >>> titles.value("device_class", "batch_shuffler"), titles.value("game.marked", True), titles.value("id", None)
    ('batch shuffler', 'yes', 'not set')
    """

    def __init__(self, kinds: Mapping[str, str]) -> None:
        self._kinds = kinds

    @classmethod
    def of(cls, *plans: Plan) -> FieldTitles:
        """Return the titles of the fields of these plans."""
        return cls({stage.name: stage.kind for plan in plans for stage in plan.stages})

    def title(self, key: str) -> str:
        """Return where a field stands; what no form has keeps its name."""
        steps = [text for text, _ in self._steps(key.removesuffix(IN_ORDER))]
        return BETWEEN.join(steps) + (", their order" if key.endswith(IN_ORDER) else "")

    def value(self, key: str, value: Any) -> str:
        """Return what a field holds."""
        field = list(self._steps(key))[-1][1]
        match value:
            case None:
                return NOT_SET
            case bool():
                return "yes" if value else "no"
            case str():
                return choice_words(value) if field is not None and value in field.choices else value
            case list() if all(isinstance(each, str) for each in value):
                return "; ".join(value) or "none"
            case _:
                return json.dumps(value, ensure_ascii=False)

    def _steps(self, key: str) -> Iterator[tuple[str, Field | None]]:
        """Yield each step to a field with the field, None where no form has it."""
        model: type[BaseModel] | None = Plan
        for step in key.split("."):
            name, _, entry = step.partition(" ")
            field = next((field for field in fields_of(model) if field.name == name), None) if model else None
            yield (name if field is None else words_of(field).label), field
            model = None if field is None else field.model
            if entry:
                yield entry, None
                if name == "stages":
                    model = stage_models().get(self._kinds.get(entry, ""))


def table_models() -> dict[str, type[BaseModel]]:
    """Return the model of each kind of table of a plan, by its key or, of a stage, by its kind."""
    types: dict[str, type[BaseModel]] = {"plan": Plan, **stage_models()}
    waiting: list[type[BaseModel]] = [*types.values()]
    while waiting:
        for field in fields_of(waiting.pop(0)):
            if field.model is not None and field.name not in types:
                types[field.name] = field.model
                waiting.append(field.model)
    return types
