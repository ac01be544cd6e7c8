"""Every field of every model that a form shows."""

from labharness.app.bench_work.entered_cards import field_of
from labharness.app.planning.plan_prose import table_models
from labharness.app.settings.workspace_settings import SETTINGS
from labharness.filings.entries.snapshot import KINDS
from labharness.model.field import fields_of
from labharness.model.reasons.night import PromptField


def every_field():
    """Return the fields by their keys."""
    models = [*KINDS.values(), *table_models().values()]
    fields = [field for model in models for field in fields_of(model)]
    fields += [inner for field in fields for inner in field.inner]
    return {field.key: field for field in (*fields, *SETTINGS.values(), *map(field_of, PromptField))}
