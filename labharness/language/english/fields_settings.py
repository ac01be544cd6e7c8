"""Words of the settings of a workspace."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.language.field_words import FieldWords as F

_DATABASE = "File in this workspace, or the PostgreSQL database that benches share."

FIELDS: Mapping[str, F] = {
    "Settings.reader": F(
        "Reader folder",
        "Folder into which the reader of cards writes its deck-order files. A new run is offered it.",
        "/lab/reader",
    ),
    "Settings.time_stamps": F(
        "Time-stamp server",
        "RFC 3161 server that stamps signatures where none is named. Without one, a signature has the time of this computer.",
        "http://timestamp.example/tsa",
    ),
    "Settings.store": F(
        "Store of evidence",
        "Folder or bucket of the laboratory to which runs are copied.",
        "s3://evidence/lab",
    ),
    "Settings.store_endpoint": F(
        "Server of the store",
        "URL of the server of a store in a bucket, where it is not that of the AWS tools.",
        "https://objects.example",
    ),
    "Settings.register": F("Register", _DATABASE, "postgresql+psycopg://lab@db.example/register"),
    "Settings.queue": F("Queue", _DATABASE, "postgresql+psycopg://lab@db.example/queue"),
    "Settings.clock_by_hand": F(
        "Clock set by hand",
        "Nights and runs of submissions begin although no time server synchronizes the clock of this computer.",
    ),
}
