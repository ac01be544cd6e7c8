"""What a device says of itself, against what is on record of it: line by line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from labharness.assessment.dossier import Dossier, Group, reads_the_same
from labharness.filings.entries.events import Component
from labharness.model.device import DeviceClass, SoftwareComponent
from labharness.model.reasons.plan import Namings
from labharness.reason import Code, Reason


@dataclass(frozen=True, slots=True)
class NamedComponent:
    """One component that a device named, or should have named.

    Parameters
    ----------
    reported
        What it said; None for a component on record that it did not name.
    standing
        How that agrees with the register.
    loud
        Whether it does not.
    expected
        What is on record instead.
    runs
        Runs in which it was named, where not every run of the group named it.
    """

    name: str
    reported: SoftwareComponent | None
    standing: Reason
    loud: bool = False
    expected: tuple[Component, ...] = ()
    runs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Said:
    """What a device said it is, and how that agrees with the register.

    Parameters
    ----------
    differs
        What is on record instead, "" where it agrees or nothing is on record to compare it with.
    """

    label: str
    text: str
    differs: str = ""


def device_words(text: str) -> str:
    """Return the kind of device that a device says it is, in the words of the plans, or as it says it.

    Examples
    --------
    >>> device_words("computerized-rng"), device_words("card sorter")
    ('computerized random number generator', 'card sorter')
    """
    return next((each.words for each in DeviceClass if _letters(each) == _letters(text)), text)


def introduced(dossier: Dossier, group: Group) -> tuple[Said, ...]:
    """Return everything but its software that a device of a group said of itself; nothing where it never did."""
    identity = group.identity
    if identity is None:
        return ()
    product = dossier.product(group)
    maker, kind = identity.manufacturer, device_words(identity.device_class)
    result = [
        Said("Manufacturer", maker, _other(maker, product.manufacturer if product else "")),
        Said("Hardware", identity.hardware),
        Said("Kind of device", kind, _other(kind, product.device_class.words if product else "")),
        Said("Protocol", identity.protocol),
    ]
    bus = "; ".join(f"{name.replace('_', ' ')}: {value}" for name, value in sorted(identity.bus.items()))
    return tuple(each for each in (*result, Said("Bus", bus)) if each.text)


def _other(text: str, kept: str) -> str:
    return "" if reads_the_same(kept, text) else kept


def compared(dossier: Dossier, group: Group) -> Iterator[NamedComponent]:
    """Compare everything that the runs of a group named with the register; nothing where nothing was named."""
    if not group.software:
        return
    product = dossier.product(group)
    kept = dossier.submission.parts_of(product.id) if product is not None else []
    # What no run asked for says nothing; a run that asked and got another answer does.
    answers = {run.run: {each for answer in run.summary.software for each in answer} for run in group.runs}
    asked = {run: answer for run, answer in answers.items() if answer}
    for text in group.software:
        runs = tuple(run for run, named in asked.items() if text in named)
        yield _one(text, kept, () if len(runs) == len(asked) else runs)
    for part in kept:
        if part.submitted and not any(reads_the_same(part.name, text.name) for text in group.software):
            yield NamedComponent(part.name, None, Namings.UNREPORTED(), loud=True, expected=(part,))


def _one(component: SoftwareComponent, kept: list[Component], runs: tuple[str, ...]) -> NamedComponent:
    def differing(code: Code, expected: Iterable[Component] = ()) -> NamedComponent:
        return NamedComponent(
            component.name, component, code(), loud=True, expected=tuple(expected), runs=runs
        )

    named = [each for each in kept if reads_the_same(each.name, component.name)]
    if not named:
        return differing(Namings.NAME_UNKNOWN)
    version = [each for each in named if reads_the_same(each.version, component.version)]
    same = [each for each in named if each.digest.casefold() == component.digest.casefold()]
    equal = [each for each in version if each in same]
    if equal:
        each = min(equal, key=lambda each: (each.taken_over, not each.submitted))
        if each.taken_over:
            code = Namings.ECHO if each.submitted else Namings.ECHO_REPLACED
        else:
            code = Namings.EQUAL if each.submitted else Namings.EQUAL_REPLACED
        return NamedComponent(component.name, component, code(), loud=each.taken_over, runs=runs)
    if same:
        return differing(Namings.OTHER_VERSION, same)
    if not version:
        return differing(Namings.VERSION_UNKNOWN, [each for each in named if each.submitted] or named)
    if not any(_letters(each.algorithm) == _letters(component.algorithm) for each in version):
        return differing(Namings.OTHER_ALGORITHM, version)
    return differing(Namings.OTHER_HASH, version)


def _letters(text: str) -> str:
    """Return letters and digits alone, as SHA-256 and sha256 are one algorithm."""
    return "".join(sign for sign in text.casefold() if sign.isalnum())
