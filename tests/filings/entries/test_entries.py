"""What an entry says has to hang together."""

import pytest
from pydantic import ValidationError

from labharness.filings.entries.snapshot import KINDS

GOOD = {
    "filing": {
        "id": "s-1",
        "reference": "S/1",
        "type": "prototype",
        "title": "A shuffler",
        "submitter": "A manufacturer",
        "submitter_kind": "manufacturer",
        "licence": "F-1",
        "received": "2026-03-01",
        "games": ["blackjack-633a"],
    },
    "unit": {"id": "u", "product": "one", "serial": "1", "received": "2026-03-01", "condition": "New."},
    "component": {
        "id": "c",
        "product": "one",
        "name": "main",
        "version": "1",
        "medium": "flash",
        "algorithm": "SHA-256",
        "digest": "ab" * 32,
        "obtained": "Read out.",
        "rebuilt": "no",
    },
    "document": {"id": "d", "item": "compiler", "title": "T", "status": "received", "received": "2026-03-01"},
    "deficiency": {
        "id": "d",
        "opened": "2026-03-01",
        "found": "It sorts.",
        "clause": "58 Pa. Code § 603a.17",
    },
}
WRONG = [
    ("filing", {"type": "modification"}, "names the report that it builds on"),
    ("filing", {"omitted": [{"test": "t", "reason": "r"}]}, "a prototype omits no test"),
    ("filing", {"complete": "2026-02-01"}, "complete before it was received"),
    ("filing", {"games": []}, "at least 1 item"),
    ("filing", {"colour": "red"}, "Extra inputs are not permitted"),
    ("unit", {"use": "reserve"}, "need not be tested"),
    ("unit", {"photographs": [{"name": "a/b", "sha256": "0" * 64, "size": 1}]}, "String should match"),
    ("component", {"digest": "ab" * 20}, "a SHA-256 digest has 64 digits, this one has 40"),
    ("component", {"algorithm": "sha1"}, "a sha1 digest has 40 digits, this one has 64"),
    ("component", {"digest": "no hex"}, "String should match"),
    ("document", {"received": None}, "say when it was received"),
    ("document", {"status": "not applicable"}, "say why it does not apply"),
    ("deficiency", {"status": "closed"}, "closed by a response and its date"),
]


@pytest.mark.parametrize("kind", GOOD)
def test_what_hangs_together_passes(kind):
    assert KINDS[kind].model_validate(GOOD[kind]).kind == kind


@pytest.mark.parametrize(("kind", "change", "said"), WRONG)
def test_what_does_not_is_refused(kind, change, said):
    with pytest.raises(ValidationError, match=said):
        KINDS[kind].model_validate(GOOD[kind] | change)


def test_an_algorithm_that_is_not_known_has_digests_of_any_length():
    assert KINDS["component"].model_validate(
        GOOD["component"] | {"algorithm": "CRC-32", "digest": "12345678"}
    )
