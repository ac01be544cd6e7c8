"""The record of an authentication as JSON."""

from __future__ import annotations

from typing import Any

from labharness.assessment.authentication_record import AuthenticationRecord
from labharness.language.catalog import say
from labharness.reason import dump_reason


def as_json(record: AuthenticationRecord) -> dict[str, Any]:
    """Return a record as JSON values."""
    return {
        "labharness": record.version,
        "submission": record.submission,
        "authentication": record.id,
        "made": record.made,
        "by": record.by,
        "device": {
            "manufacturer": record.product.manufacturer,
            "model": record.product.model,
            "serial": record.unit.serial,
            "url": record.url,
            "protocol": record.protocol,
        },
        "seed": record.seed,
        "results": [result.model_dump(mode="json") for result in record.results],
        "images": {
            component: {"file": image.file, "size": image.size, "sha256": image.sha256}
            for component, image in record.images.items()
        },
        "seed_ignored": list(record.unseeded),
        "problems": [{"text": say(problem), "code": dump_reason(problem)} for problem in record.problems],
        "exchange_sha256": record.exchange,
        "exit": record.exit,
    }
