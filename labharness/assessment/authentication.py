"""Comparison of authenticated software with the components of a submission: nothing that is missing is ever a match.

The record of an authentication: what is filed, printed and written as JSON.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from labharness import __version__
from labharness.assessment.dossier import reads_the_same
from labharness.filings.entries.events import Component, Product, Unit
from labharness.filings.entries.snapshot import AuthenticatedComponent, Authentication, Comparison, Submission
from labharness.model.reasons.report import Authentications
from labharness.reason import Reason

SHA1, HMAC_SHA1 = "SHA-1", "HMAC-SHA-1"
NAMELESS = "(without a name)"


@dataclass(frozen=True, slots=True)
class ImageDigests:
    """Digests of one dumped image, upper-case hexadecimal, all of one reading of the file.

    Parameters
    ----------
    filed
        Under the algorithm on file, None where this program does not know it.
    cryptographic
        Whether that algorithm is a cryptographic hash; a CRC is none.
    keyed
        HMAC-SHA-1 under the seed of the authentication, "" without one.
    """

    file: str
    size: int
    sha256: str
    sha1: str
    keyed: str
    filed: str | None
    cryptographic: bool


def compare_images(
    components: Sequence[Component], images: Mapping[str, ImageDigests]
) -> tuple[AuthenticatedComponent, ...]:
    """Compare dumped images, by the id of their component, with the hashes on file; one line for each component."""
    answer = []
    for part in components:
        image = images.get(part.id)
        obtained = image.filed or "" if image else ""
        if image is None:
            result = Comparison.NOT_REPORTED
        elif image.filed is None:
            result = Comparison.NOT_COMPARABLE
        elif image.filed != part.digest.upper():
            result = Comparison.MISMATCH
        else:
            result = Comparison.MATCH if image.cryptographic else Comparison.NOT_PROVEN
        answer.append(_line(part, "image", part.algorithm, part.digest.upper(), obtained, result))
    return tuple(answer)


def compare_device(
    components: Sequence[Component],
    reported: Sequence[tuple[str, str]],
    listed: Sequence[str],
    images: Mapping[str, ImageDigests],
    *,
    seeded: bool,
) -> tuple[AuthenticatedComponent, ...]:
    """Compare the checksums of a device with the components of a submission.

    What is expected under a seed comes from an image whose hash is the one on file.  Without a seed the device calculates
    SHA-1, which it could have stored: equality proves nothing, a difference does.

    Parameters
    ----------
    reported
        Name and checksum of each component, "" where the device gave none.
    listed
        Names of the components that the device says it can authenticate.
    images
        By the id of their component.

    Returns
    -------
    tuple
        A line for each component, then one for each name of the device beyond them.
    """
    algorithm = HMAC_SHA1 if seeded else SHA1
    sums: dict[str, set[str]] = {name: set() for name in listed}
    for name, checksum in reported:
        sums.setdefault(name, set()).update((checksum,) if checksum else ())
    owners = {name: _owner(components, name) for name in sums}
    result = []
    for part in components:
        own = set().union(*(sums[name] for name, owner in owners.items() if owner is part))
        expected = _expected(part, images.get(part.id), seeded=seeded)
        result.append(_compared(part, algorithm, expected, own, seeded=seeded))
    strays = [(name, each) for name, owner in owners.items() if owner is None for each in sums[name] or {""}]
    return (*result, *(_unfiled(name, each, algorithm) for name, each in sorted(strays)))


def exit_status(results: Iterable[AuthenticatedComponent]) -> int:
    """Return 0 where every line is a match, 1 where one is a mismatch, 2 where anything else is left."""
    text = [result.result for result in results]
    if Comparison.MISMATCH in text:
        return 1
    return 0 if text and all(each is Comparison.MATCH for each in text) else 2


def ignored_seed(line: AuthenticatedComponent, image: ImageDigests | None) -> bool:
    """Whether a mismatch is the plain SHA-1 of the right image: the device did not use the seed."""
    return line.result is Comparison.MISMATCH and image is not None and line.obtained == image.sha1


def of_unit(submission: Submission, unit: Unit) -> list[Authentication]:
    """Return the authentications of a unit, oldest first."""
    return [each for each in submission.of(Authentication) if each.unit == unit.id]


def current(submission: Submission, unit: Unit, result: Authentication) -> tuple[AuthenticatedComponent, ...]:
    """Return the lines of an authentication as they hold today.

    A component whose hash on file was changed since, or which was filed since, was not authenticated by it.
    """
    parts = {component.id: component for component in components_of(submission, unit)}
    lines = [result for result in result.results if not result.component or result.component in parts]
    known = {line.component for line in lines}
    missing = [part for part in parts.values() if part.id not in known]
    return (
        *(
            line if not line.component or _holds(line, parts) else _lost(parts[line.component], line)
            for line in lines
        ),
        *(_lost(part, result.results[0]) for part in missing),
    )


def differing(submission: Submission) -> Iterator[Reason]:
    """Yield the units whose software differs from that on file, as long as no later match of the component is on record."""
    for unit in submission.of(Unit):
        parts = {component.id: component for component in components_of(submission, unit)}
        last: dict[tuple[str, str], tuple[str, AuthenticatedComponent]] = {}
        for each in of_unit(submission, unit):
            for line in each.results:
                decides = line.result in (Comparison.MATCH, Comparison.MISMATCH)
                if decides and line.component in parts and _holds(line, parts):
                    last[line.component, line.source] = each.id, line
        wrong = [(id_, line.name) for id_, line in last.values() if line.result is Comparison.MISMATCH]
        for id_ in dict.fromkeys(id_ for id_, _ in wrong):
            names = tuple(dict.fromkeys(name for each, name in wrong if each == id_))
            yield Authentications.MISMATCH(authentication=id_, serial=unit.serial, components=names)


def components_of(submission: Submission, unit: Unit) -> list[Component]:
    """Return the components for which approval is requested and which a unit holds."""
    return [component for component in submission.parts_of(unit.product) if component.submitted]


def on_file(part: Component) -> str:
    """Return algorithm and hash of a component."""
    return f"{part.algorithm}: {part.digest.upper()}"


def _holds(line: AuthenticatedComponent, parts: Mapping[str, Component]) -> bool:
    """Whether a line compared with the hash that is on file today."""
    return line.filed == on_file(parts[line.component])


def _lost(part: Component, like: AuthenticatedComponent) -> AuthenticatedComponent:
    return _line(part, like.source, like.algorithm, "", "", Comparison.NOT_REPORTED)


def _compared(
    part: Component, algorithm: str, expected: str | None, sums: Collection[str], *, seeded: bool
) -> AuthenticatedComponent:
    obtained = " ".join(sorted(sums))  # several differing checksums of one component are equal to nothing
    if not sums:
        result = Comparison.NOT_REPORTED
    elif expected is None:
        result = Comparison.NOT_COMPARABLE
    elif obtained != expected:
        result = Comparison.MISMATCH
    else:
        result = Comparison.MATCH if seeded else Comparison.NOT_PROVEN
    return _line(part, "device", algorithm, expected or "", obtained, result)


def _expected(part: Component, image: ImageDigests | None, *, seeded: bool) -> str | None:
    """Return the checksum that the submitted software gives; None where the submission does not tell it."""
    if not seeded and "".join(sign for sign in part.algorithm.lower() if sign.isalnum()) == "sha1":
        return part.digest.upper()
    if image is None or not image.cryptographic or image.filed != part.digest.upper():
        return None
    return image.keyed if seeded else image.sha1


def _owner(components: Sequence[Component], name: str) -> Component | None:
    """Return the component that a device's name is of: name and version, or a name that only one has."""
    for part in components:
        whole = (f"{part.name} {part.version}", f"{part.name}_{part.version}")
        if any(reads_the_same(name, each) for each in whole):
            return part
    result = [part for part in components if reads_the_same(name, part.name)]
    return result[0] if len(result) == 1 else None


def _unfiled(name: str, checksum: str, algorithm: str) -> AuthenticatedComponent:
    of = {"name": name[:400] or NAMELESS, "algorithm": algorithm, "obtained": checksum}
    return AuthenticatedComponent(**of, source="device", result=Comparison.NOT_FILED)


def _line(
    part: Component,
    source: Literal["device", "image"],
    algorithm: str,
    expected: str,
    obtained: str,
    result: Comparison,
) -> AuthenticatedComponent:
    return AuthenticatedComponent(
        component=part.id,
        name=f"{part.name} {part.version}"[:400],
        filed=on_file(part),
        source=source,
        algorithm=algorithm,
        expected=expected,
        obtained=obtained,
        result=result,
    )


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
        pairs = ((result, self.images.get(result.component)) for result in self.results)
        return tuple(result.name for result, image in pairs if ignored_seed(result, image))
