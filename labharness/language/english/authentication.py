"""Sentences about authentications of software."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.authentication import Authentications
from labharness.reason import Code

SENTENCES: Mapping[Code, str] = {
    Authentications.NO_SUCH_RESULT: 'The checksums of component "{component}" do not give the result "{result}". Authenticate the unit again.',
    Authentications.NOTHING_TO_AUTHENTICATE: "Neither a device nor an image is named. Name a device, or an image of a component.",
    Authentications.NOT_AN_IMAGE: 'Not an image: "{text}". Write COMPONENT=FILE.',
    Authentications.NO_SUCH_UNIT: 'Submission {submission} has no unit "{unit}". Its units are: {known}.',
    Authentications.NO_COMPONENT: "No component for which approval is requested is on file for the product of unit {unit}. File the components first.",
    Authentications.NO_SUCH_COMPONENT: 'Component "{component}" is not among those submitted for unit {unit}: {known}. Write its id.',
    Authentications.IMAGE_TWICE: "Component {component} has more than one image. Name one file for each component.",
    Authentications.IMAGE_EMPTY: "The image {file} is empty. Dump the component again.",
    Authentications.NOT_REPRODUCED: "The recorded bytes of {authentication} of submission {submission} do not give the checksums on record. Restore the file from a copy, or authenticate the unit again.",
    Authentications.MISMATCH: "Software of unit {serial} differs from the hashes on file ({authentication}): {components:;}.",
    Authentications.ALL_MATCH: "Every component of unit {serial} matches its hash on file ({authentication}).",
    Authentications.DIFFERS: "Software of unit {serial} DIFFERS from the hashes on file ({authentication}).",
    Authentications.INCOMPLETE: "Unit {serial} is not authenticated: not every component matches its hash on file ({authentication}).",
    Authentications.SEED_IGNORED: "The device reported the SHA-1 of component {component} without the seed.",
    Authentications.CALCULATED_BY_THE_DEVICE: "The device calculated its checksums itself. A match proves that it holds the software, not that it runs no other.",
}
