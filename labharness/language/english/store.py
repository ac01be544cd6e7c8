"""Sentences about the laboratory's store of evidence."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.language.text import installation
from labharness.model.reasons.store import Stores
from labharness.reason import Code

SENTENCES: Mapping[Code, str] = {
    Stores.NOT_SET: (
        "{file} names no store of evidence. Run labharness settings set store FOLDER --why REASON, where FOLDER is a "
        "folder or a bucket such as s3://BUCKET/FOLDER."
    ),
    Stores.SECRET_IN_URL: (
        "The store or its endpoint in {file} holds a user, a password or a query. Remove it, and keep keys where the "
        "AWS tools keep them (~/.aws/credentials, or the environment)."
    ),
    Stores.URL_UNSUPPORTED: (
        "The store in {file} is neither a folder nor a bucket. Write an absolute path, or s3://BUCKET/FOLDER."
    ),
    Stores.LIBRARY: f"A store in a bucket needs s3fs. Install it with: {installation('s3')}.",
    Stores.UNREACHABLE: "The store {store} does not answer: {why}. Check the network, the folder and the permissions.",
    Stores.NOT_A_STORE: (
        "{store} is not a store of evidence: {file} is missing or cannot be read. Mount the drive that holds the store, or make a new "
        "store with: labharness store init."
    ),
    Stores.NOT_EMPTY: "{store} already holds files. Choose an empty folder for a new store.",
    Stores.OTHER_OBJECT: (
        "The store {store} already holds another {file}. It was not overwritten. Keep both, and find out which is genuine."
    ),
    Stores.ARRIVED_DIFFERENT: (
        "{file} in the store {store} does not have the hash of the file that was sent. Check the disks, remove this file "
        "from the store, then copy the run again."
    ),
    Stores.MISSING: "{file} is missing in the store {store}. Copy the run again from the bench that recorded it.",
    Stores.MANIFEST_UNREADABLE: (
        "{file} in the store {store} cannot be read as the list of a run's files. Restore it from a copy."
    ),
    Stores.NOT_ENDED: 'The run "{run}" has not ended. It is copied when it has.',
    Stores.NOT_VERIFIED: 'The run "{run}" is not copied, because its integrity is not verified: {problems:;}.',
    Stores.UNKNOWN: (
        'The store {store} holds neither a run "{run}" nor a run with this head hash. List its runs with: '
        "labharness store list."
    ),
    Stores.AMBIGUOUS: 'The store holds several runs "{run}". Name the head hash instead: {heads}.',
    Stores.RUN_DIFFERS: (
        'The workspace has another run "{run}" (head {here}; the run in the store has {there}). Nothing was fetched. '
        "Fetch it into another workspace."
    ),
    Stores.SPACE: 'The disk cannot hold the run "{run}" ({needed:size} needed, {free:size} free). Free disk space.',
    Stores.WAITING: "Its evidence is to be copied to the store.",
    Stores.COPY_FAILED: "Its evidence was not copied to the store ({utc:moment}): {why:;}.",
}
IN_WINDOW: Mapping[Code, str] = {
    Stores.NOT_SET: "{file} names no store of evidence. Enter one in Settings: a folder, or a bucket such as s3://BUCKET/FOLDER.",
    Stores.NOT_A_STORE: "{store} is not a store of evidence: {file} is missing or cannot be read. Mount the drive that holds the store, or choose Make the store in Settings.",
    Stores.UNKNOWN: 'The store {store} holds neither a run "{run}" nor a run with this head hash. Choose Read the store in Settings.',
}
