"""Sentences about files that are not PDF/A-2b."""

from __future__ import annotations

from collections.abc import Mapping

from labharness.model.reasons.archive import Archive
from labharness.reason import Code

SENTENCES: Mapping[Code, str] = {
    Archive.NOT_PDF_A: "Not PDF/A-2b: {why:clause}.",
    Archive.ON_PAGE: "Page {page}: {why:clause}.",
    Archive.UNREADABLE: "Cannot read the file: {why:clause}.",
    Archive.HEADER: "The header does not name a version 1 of PDF.",
    Archive.SECOND_LINE: "The second line is not a comment of four bytes above 127.",
    Archive.NO_IDENTIFIER: "The trailer has no file identifier.",
    Archive.ENCRYPTED: "The file is encrypted.",
    Archive.NO_XMP: "The file has no XMP packet.",
    Archive.XMP_OF_OTHER_STANDARD: "The XMP packet does not declare PDF/A-2b.",
    Archive.KEY_DIFFERS: (
        'The document information and the XMP packet differ in {key}: "{information}" and "{xmp}".'
    ),
    Archive.PROPERTIES_UNDESCRIBED: "The XMP packet does not describe its own properties: {properties}.",
    Archive.NO_OUTPUT_INTENT: "The file has no output intent with a profile.",
    Archive.PROFILE_UNUSABLE: (
        "The profile of the output intent is not an ICC profile of version 2 or 4 for a screen or a printer."
    ),
    Archive.PROFILE_NOT_RGB: "The profile of the output intent does not have three colors.",
    Archive.JAVASCRIPT: "The file holds JavaScript.",
    Archive.EMBEDDED_FILES: "The file holds embedded files.",
    Archive.CATALOG_ACTS: "The catalog makes the reader act by itself.",
    Archive.FORM_UNDRAWN: "The form leaves its appearance to the reader.",
    Archive.PERMISSIONS: "The permissions dictionary holds more than DocMDP and UR3.",
    Archive.NO_LANGUAGE: "The catalog does not name the language.",
    Archive.STREAM_PACKED: "A stream is packed with LZW or encrypted.",
    Archive.STREAM_OUTSIDE: "A stream lies outside the file.",
    Archive.IMAGE_INTERPOLATED: "An image asks for interpolation.",
    Archive.IMAGE_ALTERNATIVES: "An image has alternatives.",
    Archive.POSTSCRIPT: "The file holds PostScript.",
    Archive.TRANSFER_FUNCTION: "A graphics state has a transfer function or a halftone.",
    Archive.ACTION: "The file holds an action {action}.",
    Archive.REFERENCE_DIGEST: "The reference of a signature holds its own digest.",
    Archive.PAGE_ACTS: "The page acts by itself.",
    Archive.ANNOTATION_KIND: "An annotation is of the forbidden kind {kind}.",
    Archive.ANNOTATION_UNPRINTED: "An annotation of the kind {kind} does not print.",
    Archive.ANNOTATION_UNDRAWN: "An annotation of the kind {kind} has no appearance of its own.",
    Archive.FIELD_ACTS: "A field acts by itself.",
    Archive.FONT_MISSING: "Text is set in the font {font}, which is not embedded.",
    Archive.NO_FONT: "Text is set without a font.",
    Archive.PRINTER_COLORS: "Colors of a printer are used, which the output intent does not define.",
    Archive.PICTURE_IN_PRINTER_COLORS: (
        "A picture has colors of a printer, which the output intent does not define."
    ),
    Archive.NESTED_TOO_DEEPLY: "The graphics state is saved more than {most} times at once.",
    Archive.OBJECT_MISSING: "The page draws {name}, which the file does not hold.",
}
