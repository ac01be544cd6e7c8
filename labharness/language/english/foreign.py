"""Sentences about what people bring from elsewhere."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.foreign import Foreign
from labharness.reason import Code

SENTENCES: Mapping[Code, str] = {
    Foreign.NOT_KNOWN: (
        "{path} is neither the folder of a report, nor a report (PDF), nor the folder of a run. Choose one of these."
    ),
    Foreign.PACKED: "{path} is a packed file. Unpack it into an empty folder, then choose that folder.",
    Foreign.IS_A_LINK: "{path} is a link. Choose the folder or the file itself.",
    Foreign.TOO_MANY_FILES: "{path} holds more than {most} files. A bundle of labharness holds fewer. Choose its own folder.",
    Foreign.TOO_LARGE: "{path} holds more than {most:size}. Verify it with labharness verify, which has no limit.",
    Foreign.TOO_DEEP: "{path} holds folders more than {most} levels deep. Choose the folder of the bundle itself.",
    Foreign.NEWER: (
        "It was written by labharness {version}; this is labharness {own}. Install the newer version to verify it."
    ),
    Foreign.NEWER_SCHEMA: (
        "{file} has the format {schema} of a newer labharness; this is labharness {own}. Install the newer version to "
        "verify it."
    ),
    Foreign.COPY_EXISTS: "{folder} exists already. Choose another folder.",
    Foreign.COPY_DIFFERS: "The copy of {file} differs from the original. Check the disk, then export again.",
}
IN_WINDOW: Mapping[Code, str] = {
    Foreign.TOO_LARGE: "{path} holds more than {most:size}. Choose its report, or one of its runs.",
}
