"""Rules of PDF/A-2b that a file breaks."""

from __future__ import annotations

from labharness.reason import Code, Reason, doubt


class Archive(Code, area="archive"):
    """Violations of ISO 19005-2; ``kind`` and names of keys and actions are those of the file."""

    NOT_PDF_A = doubt(why=Reason)
    ON_PAGE = doubt(page=int, why=Reason)
    UNREADABLE = doubt(why=str)

    HEADER = doubt()
    SECOND_LINE = doubt()
    NO_IDENTIFIER = doubt()
    ENCRYPTED = doubt()

    NO_XMP = doubt()
    XMP_OF_OTHER_STANDARD = doubt()
    KEY_DIFFERS = doubt(key=str, information=str | None, xmp=str | None)
    PROPERTIES_UNDESCRIBED = doubt(properties=tuple[str, ...])

    NO_OUTPUT_INTENT = doubt()
    PROFILE_UNUSABLE = doubt()
    PROFILE_NOT_RGB = doubt()

    JAVASCRIPT = doubt()
    EMBEDDED_FILES = doubt()
    CATALOG_ACTS = doubt()
    FORM_UNDRAWN = doubt()
    PERMISSIONS = doubt()
    NO_LANGUAGE = doubt()

    STREAM_PACKED = doubt()
    STREAM_OUTSIDE = doubt()
    IMAGE_INTERPOLATED = doubt()
    IMAGE_ALTERNATIVES = doubt()
    POSTSCRIPT = doubt()
    TRANSFER_FUNCTION = doubt()
    ACTION = doubt(action=str)
    REFERENCE_DIGEST = doubt()

    PAGE_ACTS = doubt()
    ANNOTATION_KIND = doubt(kind=str)
    ANNOTATION_UNPRINTED = doubt(kind=str)
    ANNOTATION_UNDRAWN = doubt(kind=str)
    FIELD_ACTS = doubt()

    FONT_MISSING = doubt(font=str)
    NO_FONT = doubt()
    PRINTER_COLORS = doubt()
    PICTURE_IN_PRINTER_COLORS = doubt()
    NESTED_TOO_DEEPLY = doubt(most=int)
    OBJECT_MISSING = doubt(name=str)
