"""What an entry says has to hang together."""

from labharness.filings.entries.filing import entered
from labharness.filings.entries.snapshot import KINDS
from labharness.model.reasons.inputs import Inputs
from labharness.model.reasons.register import Entries

GOOD = {
    "filing": {
        "id": "s-1",
        "reference": "S/1",
        "type": "prototype",
        "title": "A shuffler",
        "submitter": "A manufacturer",
        "submitter_kind": "manufacturer",
        "license": "F-1",
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
    ("filing", {"type": "modification"}, Inputs.KEY_NEEDS),
    ("filing", {"omitted": [{"test": "t", "reason": "r"}]}, Entries.PROTOTYPE_OMITS_TESTS),
    ("filing", {"complete": "2026-02-01"}, Entries.COMPLETE_BEFORE_RECEIVED),
    ("filing", {"games": []}, Inputs.TOO_FEW),
    ("filing", {"color": "red"}, Inputs.KEY_UNKNOWN),
    ("unit", {"use": "reserve"}, Inputs.KEY_NEEDS),
    ("unit", {"photographs": [{"name": "a/b", "sha256": "0" * 64, "size": 1}]}, Inputs.NOT_OF_THIS_FORM),
    ("component", {"digest": "ab" * 20}, Entries.DIGEST_LENGTH),
    ("component", {"algorithm": "sha1"}, Entries.DIGEST_LENGTH),
    ("component", {"digest": "no hex"}, Inputs.NOT_HEXADECIMAL),
    ("document", {"received": None}, Inputs.KEY_NEEDS),
    ("document", {"status": "not applicable"}, Inputs.KEY_NEEDS),
    ("deficiency", {"status": "closed"}, Inputs.KEY_NEEDS),
]


def test_what_hangs_together_passes():
    for kind, values in GOOD.items():
        assert KINDS[kind].model_validate(values).kind == kind, kind


def test_what_does_not_is_refused(mistakes):
    for kind, change, code in WRONG:
        ((_, reason), *_) = mistakes(entered, KINDS[kind], GOOD[kind] | change)
        assert reason.is_a(code), (kind, change)


def test_an_algorithm_that_is_not_known_has_digests_of_any_length():
    assert KINDS["component"].model_validate(
        GOOD["component"] | {"algorithm": "CRC-32", "digest": "12345678"}
    )


def test_entries_of_version_0_1_are_read_in_their_spelling():
    filing = {**GOOD["filing"], "licence": "F-2"}
    del filing["license"]
    person = {"id": "a", "name": "A", "roles": ["authoriser"]}
    assert entered(KINDS["filing"], filing).model_dump()["license"] == "F-2"
    assert entered(KINDS["person"], person).model_dump(mode="json")["roles"] == ["authorizer"]


def test_no_kind_of_entry_is_a_kind_of_another():
    """A submission finds entries by their exact class."""
    models = [*KINDS.values()]
    assert [
        (each, other) for each in models for other in models if each is not other and issubclass(each, other)
    ] == []
