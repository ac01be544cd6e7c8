"""Answers as the runner understands them, made of fields, choices and comments."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from labharness.app.bench_work.prompt_forms import COUNTS, OPTIONAL, PromptForm
from labharness.errors import InputError
from labharness.evidence.records.people import PromptData
from labharness.model.reasons.bench_work import BenchWork, PromptField

DONE, YES, NO, NOT_APPLICABLE = "done", "yes", "no", "n/a"
NONE = "none"
MOST_DIGITS = 5


class FieldRefused(InputError):
    """A field that is missing or cannot be used."""

    def __init__(self, field: PromptField, refusal: InputError) -> None:
        super().__init__(*refusal.reasons)
        self.field = field


@dataclass(frozen=True, slots=True)
class Chosen:
    """One of the offered answers, with what belongs to it."""

    answer: str
    comment: str = ""
    file: str = ""


def fields_answer(form: PromptForm, values: Mapping[PromptField, str]) -> str:
    """Return the answer to a form or a count.

    Raises
    ------
    FieldRefused
        If a field is empty that must not be, is no number where one is counted, or holds what separates fields.
    """
    written = [_written(field, " ".join(values.get(field, "").split())) for field in form.fields]
    if form.class_of is not None:
        written.append(form.class_of.value)
    return "; ".join(written)


def _written(field: PromptField, text: str) -> str:
    if not text and field in OPTIONAL:
        return NONE
    if not text:
        raise FieldRefused(field, InputError(BenchWork.FIELD_EMPTY(field=field)))
    if field in COUNTS and not (text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS):
        raise FieldRefused(field, InputError(BenchWork.FIELD_NO_COUNT(field=field, text=text[:40])))
    if ";" in text:
        raise FieldRefused(field, InputError(BenchWork.FIELD_SEPARATOR(field=field)))
    return text


def deed_answer(remark: str = "") -> str:
    """Return the answer that says that something was done, with a remark for the record."""
    remark = _comment(remark)
    return f"{DONE}: {remark}" if remark else DONE


def unreadable_answer(reason: str) -> str:
    """Return the answer that says that the reader cannot read any more; raises :class:`InputError` without a reason."""
    return choice_answer(Chosen(NO, reason), PromptData(comment=(NO,)))


def choice_answer(chosen: Chosen, data: PromptData) -> str:
    """Return the answer to a prompt that offers some.

    Raises
    ------
    InputError
        If the answer needs a comment or a photograph that is not there.
    """
    comment, file = _comment(chosen.comment), chosen.file.strip()
    if chosen.answer in data.comment and not comment:
        raise InputError(BenchWork.COMMENT_MISSING())
    if data.photograph and not file and chosen.answer != NOT_APPLICABLE:
        raise InputError(BenchWork.PHOTOGRAPH_MISSING())
    text = f"{chosen.answer}: {comment}" if comment else chosen.answer
    return f"{text} | {file}" if file else text


def _comment(text: str) -> str:
    """Return a comment on one line, without the sign that a file follows."""
    return " ".join(text.replace("|", "/").split())
