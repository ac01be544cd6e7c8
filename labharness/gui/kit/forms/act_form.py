"""The form of an act: a row for each of its parameters that somebody enters, made of what the act declares."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Annotated, Any, ClassVar, get_args, get_origin

from pydantic import BaseModel, ConfigDict, ValidationError, create_model
from pydantic import Field as Limits

from labharness.acts.declaring import SUPPLIED, Act, Seat
from labharness.filings.entries.form_values import FieldMistake, mistakes_of
from labharness.gui.kit.findable import plain_title
from labharness.gui.kit.forms.editors import (
    ChoiceEditor,
    Editor,
    NameEditor,
    NumberEditor,
    Offer,
    PathEditor,
    SecretEditor,
)
from labharness.gui.kit.forms.field_form import FieldForm, FieldRow, editor_of
from labharness.gui.kit.words import tr
from labharness.language.field_words import ANY_ACT, words_of
from labharness.language.numbers import listed
from labharness.model.field import Field, FieldShape, fields_of
from labharness.reason import Reason

CERTIFICATES = tr("Certificates (*.pem *.crt *.cer);;All files (*)")
REVOKED = tr("Lists of revoked certificates (*.crl *.pem);;All files (*)")
KINDS: Mapping[str, str] = {
    "key": tr("Keys (*.p12 *.pfx);;All files (*)"),
    "module": tr("Drivers (*.so *.dll *.dylib);;All files (*)"),
    "root": CERTIFICATES,
    "trust": CERTIFICATES,
    "crl": REVOKED,
    "signers": tr("Lists of signers (*.json);;All files (*)"),
    "plan": tr("Plans (*.toml)"),
    "cards": tr("Card sets (*.toml);;All files (*)"),
}
"""Patterns of files, by the parameter that names one."""
UNLIMITED = (0, 1_000_000)
"""Limits of a number that has none."""


class _AnyAct(BaseModel):
    """The parameters of an act."""

    model_config = ConfigDict(arbitrary_types_allowed=True)
    kind: ClassVar[str] = ANY_ACT


@cache
def model_of(act: Act[Any, Any, Any], names: tuple[str, ...]) -> type[BaseModel]:
    """Return the model whose fields are parameters of an act; who acts, and the pass phrase that it asks for, are text."""
    supplied: dict[str, Any] = {"by": (str, ...), "ask": (Annotated[str, FieldShape.HIDDEN], "")}
    declared = {each.name: each for each in act.parameters if each.name not in SUPPLIED}
    given: dict[str, Any] = {
        name: supplied[name] if name in supplied else _typed(declared[name]) for name in names
    }
    model = create_model(act.name, __base__=_AnyAct, **given)
    model.kind = act.name.replace(" ", ".")
    return model


def _typed(parameter: inspect.Parameter) -> tuple[Any, Any]:
    """Return the type of a parameter, with the limits of its option as a model has them, and its default."""
    kind, default = parameter.annotation, parameter.default
    if get_origin(kind) is Annotated:
        kind, mark, *_ = get_args(kind)
        kind = Annotated[kind, Limits(ge=mark.min, le=mark.max)] if mark.min is not None else kind
    return kind, ... if default is parameter.empty else default


class ActForm(FieldForm[str]):
    """Rows of an act's parameters.

    Parameters
    ----------
    act
        What is done with what is entered.
    names
        Parameters in their order; ``by`` is who acts, ``ask`` a pass phrase.
    further
        Those behind a button.
    folder
        Where the choice of a file begins.
    files
        Parameters that name a file although they are text.
    writes
        Parameters that name a file to be made.
    offers
        Values of parameters that are chosen, each with its words; a choice with a value among ``values`` is always made.
    typed
        Offers of those where something else may be typed.
    empty
        What is shown where nothing is entered.
    limits
        Of numbers, where the act states none.
    twice
        Whether the pass phrase is a new one.
    values
        What is shown at first, where it is not what the act takes by itself.
    """

    def __init__(
        self,
        act: Act[Any, Any, Any],
        names: Iterable[str],
        *,
        further: Iterable[str] = (),
        folder: Path | None = None,
        files: Iterable[str] = (),
        writes: Iterable[str] = (),
        offers: Mapping[str, Sequence[Offer]] = {},
        typed: Mapping[str, Sequence[Offer]] = {},
        empty: Mapping[str, str] = {},
        limits: Mapping[str, tuple[float, float]] = {},
        twice: bool = False,
        values: Mapping[str, Any] = {},
    ) -> None:
        super().__init__()
        names, further = tuple(names), tuple(further)
        self.act, self._model = act, model_of(act, names + further)
        self._folder, self._files, self._writes = folder, frozenset(files), frozenset(writes)
        self._choices, self._typed, self._empty, self._limits = offers, typed, empty, limits
        self._twice, self._preset = twice, values
        self.column.setContentsMargins(0, 0, 0, 0)
        fields = {field.name: field for field in fields_of(self._model)}
        for name in names:
            self.add(name, fields[name])
        if rest := {name: fields[name] for name in further}:
            self.fold(rest, mark="&")
        for name, row in self.rows.items():
            default = fields[name].default
            row.editor.show_value(values.get(name, "" if default is None else default))
        self.edited.connect(lambda *_: self.judge())

    def row_of(self, field: Field, empty: str) -> FieldRow:
        """Make a row whose help is said only to who asks for it."""
        return FieldRow(field, empty, self._editor(field), quiet=True)

    def _editor(self, field: Field) -> Editor:
        key, name = field.name, plain_title(words_of(field).label)
        empty = None if key in self._preset else self._empty.get(key, "")
        if key in self._choices:
            return ChoiceEditor(name, self._choices[key], empty)
        if key in self._typed:
            editor = NameEditor(name)
            editor.show_offers(self._typed[key])
            return editor
        if field.shape is FieldShape.HIDDEN:
            return SecretEditor(name, twice=self._twice)
        if field.shape is FieldShape.PATH or key in self._files:
            writes = key in self._writes
            return PathEditor(name, KINDS.get(key, ""), self._folder, writes=writes, many=field.many)
        if field.shape in (FieldShape.WHOLE, FieldShape.NUMBER):
            stated = None if field.low is None or field.high is None else (field.low, field.high)
            low, high = stated or self._limits.get(key, UNLIMITED)
            none = "" if field.default is not None else empty or tr("not set")
            return NumberEditor(name, low, high, whole=field.shape is FieldShape.WHOLE, empty=none)
        return editor_of(field, name, empty or "")

    @property
    def values(self) -> dict[str, Any]:
        """What is entered in the fields that apply."""
        rows = {
            name: row.editor.value
            for name, row in self.rows.items()
            if row.editor.isEnabledTo(self) and not row.isHidden()
        }
        texts = {
            name: value.strip() if isinstance(value, str) and name != "ask" else value
            for name, value in rows.items()
        }
        return {name: value for name, value in texts.items() if value not in ("", [], None)}

    @property
    def lack(self) -> str:
        """What is missing or wrong, "" for nothing."""
        _, mistakes = self._checked()
        wrong = dict.fromkeys(str(each.path[0]) for each in mistakes if each.path)
        labels = [f"“{plain_title(self.rows[name].words.label)}”" for name in wrong]
        faults = (row.editor.fault for row in self.rows.values() if isinstance(row.editor, SecretEditor))
        return tr("Complete {fields}.", fields=listed(labels)) if labels else next(filter(None, faults), "")

    def judge(self) -> None:
        """Show what is wrong beside its field."""
        wrong: dict[str, list[Reason]] = {}
        for mistake in self._checked()[1]:
            wrong.setdefault(str(mistake.path[0]), []).append(mistake.reason)
        self.show_wrong(wrong)

    def take(self) -> dict[str, Any]:
        """Return what is entered as the act takes it, and empty the pass phrase, which no text of it shows."""
        given, mistakes = self._checked()
        assert not mistakes  # what lacks something is never begun: it would be done without what was entered
        if "ask" in self.rows:
            phrase = given.pop("ask", "")
            self.rows["ask"].editor.show_value("")
            given["ask"] = lambda _: phrase
        return given

    def order(self, seat: Seat, **further: Any) -> Callable[..., Any]:
        """Return what does the act with what is entered now.

        Parameters
        ----------
        further
            What the act takes beside it.
        """
        given = self.take()
        if by := given.pop("by", ""):
            seat = replace(seat, by=by)
        return partial(seat.do, self.act, **{**given, **further})

    def _checked(self) -> tuple[dict[str, Any], tuple[FieldMistake, ...]]:
        """Return what is entered as the act takes it, or what is wrong with it."""
        values = self.values
        try:
            checked = self._model.model_validate(values)
        except ValidationError as error:
            return {}, tuple(mistakes_of(error))
        return {name: getattr(checked, name) for name in values}, ()
