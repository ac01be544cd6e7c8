"""What a device says of itself, against what the laboratory found in it: line by line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from labharness.model.device import SoftwareComponent
from labharness.reporting.dossier import Dossier, Group
from labharness.submissions.items import Component


@dataclass(frozen=True, slots=True)
class Named:
    """One component that a device named, or should have named.

    Parameters
    ----------
    reported
        What it said; None for a component on record that it did not name.
    sentence
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
    sentence: str
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


def introduced(dossier: Dossier, group: Group) -> tuple[Said, ...]:
    """Return everything but its software that a device of a group said of itself; nothing where it never did."""
    identity = next((run.summary.identity for run in group.runs if run.summary.identity), None)
    if identity is None:
        return ()
    product = dossier.product(group)
    found = [
        Said(
            "Manufacturer",
            identity.manufacturer,
            _other(identity.manufacturer, product.manufacturer if product else None),
        ),
        Said("Hardware", identity.hardware),
        Said(
            "Kind of device",
            identity.device_class.replace("_", " "),
            _other(identity.device_class, product.device_class.value if product else None),
        ),
        Said("Protocol", identity.protocol),
    ]
    bus = "; ".join(f"{name.replace('_', ' ')}: {value}" for name, value in sorted(identity.bus.items()))
    return tuple(one for one in (*found, Said("Bus", bus)) if one.text)


def _other(said: str, kept: str | None) -> str:
    return "" if kept is None or _plain(said) == _plain(kept) else kept


def compared(dossier: Dossier, group: Group) -> tuple[Named, ...]:
    """Compare everything that the runs of a group named with the register; nothing where nothing was named."""
    return tuple(_compared(dossier, group)) if group.software else ()


def _compared(dossier: Dossier, group: Group) -> Iterator[Named]:
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
    names = {_plain(said.name) for said in group.software}
    for part in kept:
        if part.submitted and _plain(part.name) not in names:
            yield Named(
                part.name, None, "NOT REPORTED: the device does not name it.", loud=True, expected=(part,)
            )


def _one(said: SoftwareComponent, kept: list[Component], runs: tuple[str, ...]) -> Named:
    named = [one for one in kept if _plain(one.name) == _plain(said.name)]
    if not named:
        return Named(
            said.name,
            said,
            "NOT ON RECORD: the register has no component of this name.",
            loud=True,
            runs=runs,
        )
    version = [one for one in named if _plain(one.version) == _plain(said.version)]
    same = [one for one in named if one.digest.casefold() == said.digest.casefold()]
    for one in version:
        if one in same:
            told = "Equal to what the laboratory obtained"
            told += "." if one.submitted else ", of a version that was replaced."
            return Named(said.name, said, told, runs=runs)
    if same:
        told = "THE VERSION DIFFERS: the hash is on record under another one."
        return Named(said.name, said, told, loud=True, expected=tuple(same), runs=runs)
    if not version:
        told = "NOT ON RECORD: the register has no such version of it."
        asked = tuple(one for one in named if one.submitted)
        return Named(said.name, said, told, loud=True, expected=asked or tuple(named), runs=runs)
    if not any(_plain(one.algorithm) == _plain(said.algorithm) for one in version):
        told = "NOT COMPARABLE: the hash on record is of another algorithm."
        return Named(said.name, said, told, loud=True, expected=tuple(version), runs=runs)
    return Named(
        said.name,
        said,
        "THE HASH DIFFERS from what the laboratory obtained.",
        loud=True,
        expected=tuple(version),
        runs=runs,
    )


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold().replace("-", "")
