"""An earlier report as a later submission builds on it: its items, open deficiencies and recommendation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from labharness.filings.entries.items import Component, Product
from labharness.filings.entries.review import Deficiency
from labharness.filings.entries.snapshot import Submission
from labharness.games.data import Data


class FormerItem(Data):
    """A device model or a piece of software.

    Parameters
    ----------
    product
        Model of the device.
    name, version, digest
        Of the software; empty for the device itself.
    """

    kind: Literal["device", "software"]
    product: str
    name: str = ""
    version: str = ""
    digest: str = ""


class FormerDeficiency(Data):
    """A deficiency as the earlier report states it."""

    id: str
    finding: str
    is_open: bool


class FormerReport(Data):
    """What a later submission is compared with.

    Parameters
    ----------
    sha256
        Of the report's file.
    proven
        Whether it is signed and is the file that the register names.
    outcome
        Value of :class:`~labharness.model.results.Outcome`.
    approves
        Whether it recommends approval.
    """

    number: str
    sha256: str
    proven: bool
    outcome: str
    approves: bool
    items: tuple[FormerItem, ...]
    deficiencies: tuple[FormerDeficiency, ...] = ()


def former_items(submission: Submission) -> Iterator[FormerItem]:
    """Yield the models and the software for which a submission requests approval."""
    models = {product.id: product.model for product in submission.of(Product)}
    for model in models.values():
        yield FormerItem(kind="device", product=model)
    for component in submission.of(Component):
        if component.submitted:
            yield FormerItem(
                kind="software",
                product=models.get(component.product, component.product),
                name=component.name,
                version=component.version,
                digest=component.digest,
            )


def former_deficiencies(submission: Submission) -> Iterator[FormerDeficiency]:
    """Yield the deficiencies of a submission."""
    for deficiency in submission.of(Deficiency):
        yield FormerDeficiency(
            id=deficiency.id, finding=deficiency.found, is_open=deficiency.status == "open"
        )
