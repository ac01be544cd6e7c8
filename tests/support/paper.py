"""A PDF as lines that two drawings have in common: the text of each page, the outline, and the tags of its structure."""

import re
from collections import Counter
from hashlib import sha256
from io import BytesIO

import pypdf
import pypdfium2

VERSION = re.compile(r"(?<![\d./:])\d+\.\d+\.\d+(?:\.dev\d+)?(?![\d.])")
"""Of this program and the libraries that drew a report."""


def page_texts(content):
    """Return the text of each page with every space and break as one blank, as what draws pages in the window reads it."""
    with pypdfium2.PdfDocument(content) as pdf:
        return [" ".join(page.get_textpage().get_text_range().split()) for page in pdf]


def paper(content):
    """Return the texts of the pages, then the outline, then the number of tags of each kind with a hash of their order."""
    pdf = pypdf.PdfReader(BytesIO(content))
    texts = ["\n".join(filter(None, map(str.strip, page.extract_text().splitlines()))) for page in pdf.pages]
    tags = list(_tags(pdf.trailer["/Root"].get("/StructTreeRoot", {})))
    counts = ", ".join(
        f"{name} {number}" for name, number in sorted(Counter(name for _, name in tags).items())
    )
    order = (
        sha256("\n".join(f"{depth} {name}" for depth, name in tags).encode()).hexdigest()[:16] if tags else ""
    )
    structure = [*_outline(pdf, pdf.outline), f"Tags: {counts or 'none'} {order}".rstrip()]
    return VERSION.sub("VERSION", "\n\n".join([*texts, "\n".join(["Outline:", *structure])]))


def _outline(pdf, entries, depth=0):
    for entry in entries:
        if isinstance(entry, list):
            yield from _outline(pdf, entry, depth + 1)
        else:
            yield f"{'  ' * depth}{entry.title}, page {pdf.get_destination_page_number(entry) + 1}"


def _tags(element, depth=0):
    """Yield each structure element with its depth, in reading order."""
    if "/S" in element:
        yield depth, element["/S"]
    kids = element.get("/K", ())
    for kid in kids if isinstance(kids, list) else [kids]:
        if isinstance(kid := kid.get_object() if hasattr(kid, "get_object") else kid, dict):
            yield from _tags(kid, depth + 1)
