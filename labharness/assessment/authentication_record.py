"""The record of an authentication: what is filed, printed and written as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from labharness import __version__
from labharness.assessment.authentication import ImageDigests, exit_status, ignored_seed
from labharness.filings.entries.authentications import AuthenticatedComponent
from labharness.filings.entries.items import Product, Unit
from labharness.model.reasons.authentication import Authentications
from labharness.reason import Reason


@dataclass(frozen=True)
class AuthenticationRecord:
    """What an authentication found.

    Parameters
    ----------
    id
        Id of the entry in the register.
    made
        When it ended, UTC in ISO 8601.
    url, protocol
        Of the device, "" where only images were compared.
    seed
        Upper-case hexadecimal, "" where the device was given none.
    results
        A line for each comparison.
    images
        By the id of their component.
    problems
        Why components were not reported.
    exchange
        SHA-256 of the file with the bytes exchanged, "" without a device.
    """

    id: str
    submission: str
    product: Product
    unit: Unit
    by: str
    made: str
    url: str
    protocol: str
    seed: str
    results: tuple[AuthenticatedComponent, ...]
    images: Mapping[str, ImageDigests]
    problems: tuple[Reason, ...]
    exchange: str
    version: str = __version__

    @property
    def exit(self) -> int:
        """Exit code of the command: 0 all match, 1 a mismatch, 2 incomplete."""
        return exit_status(self.results)

    @property
    def conclusion(self) -> Reason:
        """What the results come to, for the unit."""
        code = (Authentications.ALL_MATCH, Authentications.DIFFERS, Authentications.INCOMPLETE)[self.exit]
        return code(serial=self.unit.serial, authentication=self.id)

    @property
    def unseeded(self) -> tuple[str, ...]:
        """Components for which the device reported the plain SHA-1 of the right image."""
        return tuple(
            result.name for result in self.results if ignored_seed(result, self.images.get(result.component))
        )
