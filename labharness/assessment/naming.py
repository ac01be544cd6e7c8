"""What a device says of itself, against what is on record of it: line by line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from labharness.assessment.dossier import Dossier, Group
from labharness.assessment.sameness import reads_the_same
from labharness.filings.entries.items import Component
from labharness.model.device import DeviceClass, SoftwareComponent
from labharness.model.reasons.naming import Namings
from labharness.reason import Reason


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


def device_words(said: str) -> str:
    """Return the kind of device that a device says it is, in the words of the plans, or as it says it.

    Examples
    --------
    >>> device_words("computerized-rng"), device_words("card sorter")
    ('computerized random number generator', 'card sorter')
    """
    return next((one.words for one in DeviceClass if _letters(one) == _letters(said)), said)


def introduced(dossier: Dossier, group: Group) -> tuple[Said, ...]:
    """Return everything but its software that a device of a group said of itself; nothing where it never did."""
    identity = next((run.summary.identity for run in group.runs if run.summary.identity), None)
    if identity is None:
        return ()
    product = dossier.product(group)
    maker, kind = identity.manufacturer, device_words(identity.device_class)
    found = [
        Said("Manufacturer", maker, _other(maker, product.manufacturer if product else "")),
        Said("Hardware", identity.hardware),
        Said("Kind of device", kind, _other(kind, product.device_class.words if product else "")),
        Said("Protocol", identity.protocol),
    ]
    bus = "; ".join(f"{name.replace('_', ' ')}: {value}" for name, value in sorted(identity.bus.items()))
    return tuple(one for one in (*found, Said("Bus", bus)) if one.text)


def _other(said: str, kept: str) -> str:
    return "" if reads_the_same(kept, said) else kept


def compared(dossier: Dossier, group: Group) -> tuple[NamedComponent, ...]:
    """Compare everything that the runs of a group named with the register; nothing where nothing was named."""
    return tuple(_compared(dossier, group)) if group.software else ()


def _compared(dossier: Dossier, group: Group) -> Iterator[NamedComponent]:
    product = dossier.product(group)
    kept = [
        one for one in dossier.submission.of(Component) if product is not None and one.product == product.id
    ]
    # What no run asked for says nothing; a run that asked and got another answer does.
    answers = {run.run: {one for answer in run.summary.software for one in answer} for run in group.runs}
    asked = {run: said for run, said in answers.items() if said}
    for said in group.software:
        runs = tuple(run for run, named in asked.items() if said in named)
        yield _one(said, kept, () if len(runs) == len(asked) else runs)
    for part in kept:
        if part.submitted and not any(reads_the_same(part.name, said.name) for said in group.software):
            yield NamedComponent(part.name, None, Namings.UNREPORTED(), loud=True, expected=(part,))


def _one(said: SoftwareComponent, kept: list[Component], runs: tuple[str, ...]) -> NamedComponent:
    named = [one for one in kept if reads_the_same(one.name, said.name)]
    if not named:
        return NamedComponent(said.name, said, Namings.NAME_UNKNOWN(), loud=True, runs=runs)
    version = [one for one in named if reads_the_same(one.version, said.version)]
    same = [one for one in named if one.digest.casefold() == said.digest.casefold()]
    equal = [one for one in version if one in same]
    if equal:
        one = min(equal, key=lambda one: (one.taken_over, not one.submitted))
        if one.taken_over:
            code = Namings.ECHO if one.submitted else Namings.ECHO_REPLACED
        else:
            code = Namings.EQUAL if one.submitted else Namings.EQUAL_REPLACED
        return NamedComponent(said.name, said, code(), loud=one.taken_over, runs=runs)
    if same:
        return NamedComponent(
            said.name, said, Namings.OTHER_VERSION(), loud=True, expected=tuple(same), runs=runs
        )
    if not version:
        asked = tuple(one for one in named if one.submitted)
        code = Namings.VERSION_UNKNOWN
        return NamedComponent(said.name, said, code(), loud=True, expected=asked or tuple(named), runs=runs)
    if not any(_letters(one.algorithm) == _letters(said.algorithm) for one in version):
        return NamedComponent(
            said.name, said, Namings.OTHER_ALGORITHM(), loud=True, expected=tuple(version), runs=runs
        )
    return NamedComponent(
        said.name, said, Namings.OTHER_HASH(), loud=True, expected=tuple(version), runs=runs
    )


def _letters(text: str) -> str:
    """Return letters and digits alone, as SHA-256 and sha256 are one algorithm."""
    return "".join(sign for sign in text.casefold() if sign.isalnum())
