"""Who signed a report: names, roles and times of signatures, against the laboratory's list of signers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import combinations
from typing import TYPE_CHECKING

from labharness.model.reasons.signature import Signatures
from labharness.reason import Reason
from labharness.reporting.stamps import SignatureRole
from labharness.signing.names import alike, normalized, odd_letters, other_letters

if TYPE_CHECKING:  # what verifies takes a second that a list need not wait
    from labharness.signing.signature_check import SignatureFinding

TOLERANCE = timedelta(minutes=10)
"""By which the clocks of two computers may differ."""


@dataclass(frozen=True, slots=True)
class ListedSigner:
    """A line of the laboratory's list: who may sign in a role, and from when to when.

    Parameters
    ----------
    since, until
        ISO 8601 with an offset; "" where there is no such limit.
    """

    name: str
    role: str
    since: str = ""
    until: str = ""

    def __post_init__(self) -> None:
        """Raise ValueError where a time or the role is none."""
        SignatureRole(self.role)
        if any(datetime.fromisoformat(each).tzinfo is None for each in (self.since, self.until) if each):
            raise ValueError("a time without an offset")

    def covers(self, moments: Sequence[datetime]) -> bool:
        """Whether all of these times are within the line's."""
        early = bool(self.since) and datetime.fromisoformat(self.since) - min(moments) > TOLERANCE
        late = bool(self.until) and max(moments) - datetime.fromisoformat(self.until) > TOLERANCE
        return not (early or late)


def doubts(
    signers: Sequence[SignatureFinding],
    listed: Sequence[ListedSigner],
    recorded: Sequence[datetime],
    now: datetime,
) -> tuple[Reason, ...]:
    """Return why the signers of a report may be other people, or have signed at other times, than it states.

    Parameters
    ----------
    signers
        Signatures of people, in their order.
    listed
        The laboratory's list; empty where there is none.
    recorded
        Times of the newest records that the report rests on.
    now
        The verifier's clock.
    """
    result = [why for signer in signers for why in _names(signer, listed)]
    result += [
        Signatures.SAME_PERSON(role=later.role, earlier=each.role)
        for each, later in combinations(signers, 2)
        if _same(each, later)
    ]
    result += _times(signers, recorded, now)
    if listed:
        result += [why for signer in signers for why in _unlisted(signer, listed)]
    elif signers:
        result.append(Signatures.NO_LIST())
    return tuple(result)


def _names(finding: SignatureFinding, listed: Sequence[ListedSigner]) -> Iterator[Reason]:
    own, certified = normalized(finding.person), normalized(finding.certificate)
    models = {each.name for each in listed}
    if own in map(normalized, models):
        models = set()
    if own != certified:
        models.add(finding.certificate)
    model = next((name for name in sorted(models) if alike(name, finding.person)), None)
    odd = odd_letters(finding.person)
    if model is not None:
        letters = other_letters(finding.person, model)
        yield Signatures.LOOK_ALIKE(role=finding.role, person=finding.person, model=model, letters=letters)
    elif odd:
        yield Signatures.MIXED_LETTERS(role=finding.role, person=finding.person, letters=odd)
    elif own != certified:
        yield Signatures.OTHER_NAME(role=finding.role, person=finding.person, certificate=finding.certificate)


def _same(finding: SignatureFinding, other: SignatureFinding) -> bool:
    return (
        finding.key == other.key
        or alike(finding.person, other.person)
        or alike(finding.certificate, other.certificate)
    )


def _times(
    signers: Sequence[SignatureFinding], recorded: Sequence[datetime], now: datetime
) -> Iterator[Reason]:
    newest, earlier = max(recorded, default=None), ""
    for signer in signers:
        moments = _moments(signer)
        if not moments:
            yield Signatures.TIME_MISSING(role=signer.role)
            continue
        first, last = min(moments), max(moments)
        if last - now > TOLERANCE:
            yield Signatures.IN_FUTURE(role=signer.role, when=_written(last), now=_written(now))
        if last - first > TOLERANCE:
            yield Signatures.CLOCK_OFF(role=signer.role, when=signer.when, stamped=signer.stamped)
        if newest is not None and newest - first > TOLERANCE:
            times = {"role": signer.role, "when": _written(first), "newest": _written(newest)}
            if earlier:
                yield Signatures.OUT_OF_TURN(**times, earlier=earlier)
            else:
                yield Signatures.BEFORE_EVIDENCE(**times)
        newest, earlier = last, signer.role


def _unlisted(finding: SignatureFinding, listed: Sequence[ListedSigner]) -> Iterator[Reason]:
    lines = [each for each in listed if each.role == finding.role]
    moments = _moments(finding)
    if not any(
        normalized(each.name) == normalized(finding.person) and (not moments or each.covers(moments))
        for each in lines
    ):
        yield Signatures.NOT_LISTED(role=finding.role, person=finding.person)


def _moments(finding: SignatureFinding) -> list[datetime]:
    return [datetime.fromisoformat(each) for each in (finding.when, finding.stamped) if each]


def _written(moment: datetime) -> str:
    return moment.isoformat(timespec="seconds")
