"""A drawn PDF as a file to keep: PDF/A-2b (ISO 19005-2), with the fields that people will sign.

Everything that the file says of itself stands twice, in the document information that old programs read and
in the XMP packet that the standard asks for; both are written from one record, so they cannot differ.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from importlib import resources
from io import BytesIO
from typing import Any
from xml.sax.saxutils import escape

import pikepdf
from pikepdf import Array, Dictionary, Name

from labharness.reporting.stamps import SignatureRole, marked, unsigned

PROFILE = "sRGB-v2-magic.icc"
NAMESPACE = "urn:uuid:0f7f3c52-61d5-4d0b-9a3e-2d46149a4d00#"
"""Of our own properties."""

PRINT, LOCKED = 4, 128
"""Flags of an annotation (ISO 32000-1, table 165)."""

_XMP = """\
<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" \
xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" \
xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">
<pdfaid:part>2</pdfaid:part>
<pdfaid:conformance>B</pdfaid:conformance>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>{author}</rdf:li></rdf:Seq></dc:creator>
<dc:description><rdf:Alt><rdf:li xml:lang="x-default">{subject}</rdf:li></rdf:Alt></dc:description>
<pdf:Keywords>{keywords}</pdf:Keywords>
<pdf:Producer>labharness</pdf:Producer>
<xmp:CreatorTool>labharness</xmp:CreatorTool>
<xmp:CreateDate>{date}</xmp:CreateDate>
<xmp:ModifyDate>{date}</xmp:ModifyDate>
</rdf:Description>{own}
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>
"""
# Properties of our own must be described in the packet itself (ISO 19005-2, 6.6.2.3.3).
_OWN = """
<rdf:Description rdf:about="" xmlns:labharness="{namespace}">{values}</rdf:Description>
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" \
xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" \
xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>Evidence and verdict of a test report</pdfaSchema:schema>
<pdfaSchema:namespaceURI>{namespace}</pdfaSchema:namespaceURI>
<pdfaSchema:prefix>labharness</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq>{described}
</rdf:Seq></pdfaSchema:property>
</rdf:li></rdf:Bag></pdfaExtension:schemas>
</rdf:Description>"""
_PROPERTY = """<rdf:li rdf:parseType="Resource">
<pdfaProperty:name>{name}</pdfaProperty:name>
<pdfaProperty:valueType>Text</pdfaProperty:valueType>
<pdfaProperty:category>internal</pdfaProperty:category>
<pdfaProperty:description>{meaning}</pdfaProperty:description>
</rdf:li>"""
_MEANINGS = {
    "manifest": "SHA-256 of manifest.json, which lists the evidence",
    "verdict": "PASS, INCONCLUSIVE or FAIL",
    "recommendation": "Id of the disposition on record",
    "refused": "The report refuses that disposition: yes or no",
    "specimen": "The file is a rehearsal with simulated devices, not a report: yes",
}
"""Properties that XMP has no name for, and what they mean."""


@dataclass(frozen=True, slots=True)
class Declared:
    """What a report's file declares to programs about its evidence and verdict; its signatures cover it.

    Parameters
    ----------
    manifest
        SHA-256 of the manifest beside the file, 64 hex digits, or "".
    verdict
        Value of an :class:`labharness.model.results.Outcome`, or "" where the report is of no submission.
    recommendation
        Id of the disposition on record, or "".
    refused
        Whether the report refuses to give it.
    specimen
        Whether the file is a rehearsal and no report.
    """

    manifest: str = ""
    verdict: str = ""
    recommendation: str = ""
    refused: bool = False
    specimen: bool = False


UNDECLARED = Declared()


@dataclass(frozen=True, slots=True)
class About:
    """What a file says of itself; all of it can be printed.

    Parameters
    ----------
    made
        Date of the record, in UTC; never of the clock.
    """

    title: str
    author: str
    subject: str
    keywords: str
    made: datetime
    declared: Declared = UNDECLARED


def archival(pdf: bytes, about: About) -> bytes:
    """Return a drawn PDF as PDF/A-2b; the same bytes for the same input.

    Raises
    ------
    ValueError
        If text is set in a font that is not embedded.
    """
    out = BytesIO()
    with pikepdf.open(BytesIO(pdf)) as file:
        if fields := _fields(file):
            file.Root.AcroForm = Dictionary(Fields=Array(fields))
        _drop_unembedded(file)
        date = about.made.strftime("D:%Y%m%d%H%M%S+00'00'")
        text = {
            "/Title": about.title,
            "/Author": about.author,
            "/Subject": about.subject,
            "/Keywords": about.keywords,
            "/Creator": "labharness",
            "/Producer": "labharness",
            "/CreationDate": date,
            "/ModDate": date,
        }
        file.trailer["/Info"] = file.make_indirect(Dictionary(text))
        if "/ID" in file.trailer:
            del file.trailer["/ID"]
        words = {name: escape(getattr(about, name)) for name in ("title", "author", "subject", "keywords")}
        packet = _XMP.format(**words, date=f"{about.made:%Y-%m-%dT%H:%M:%SZ}", own=_own(about.declared))
        file.Root.Metadata = file.make_stream(packet.encode(), Type=Name.Metadata, Subtype=Name.XML)
        intent = Dictionary(
            Type=Name.OutputIntent,
            S=Name.GTS_PDFA1,
            OutputConditionIdentifier="sRGB IEC61966-2.1",
            Info="sRGB IEC61966-2.1",
            DestOutputProfile=file.make_stream(profile(), N=3),
        )
        file.Root.OutputIntents = Array([file.make_indirect(intent)])
        # Linearized or packed files gain nothing here, and a plain one can be read without a program.
        file.save(
            out, deterministic_id=True, min_version="1.7", object_stream_mode=pikepdf.ObjectStreamMode.disable
        )
    return out.getvalue()


def profile() -> bytes:
    """Return the packaged sRGB profile."""
    return resources.files("reports").joinpath("color", PROFILE).read_bytes()


def _own(declared: Declared) -> str:
    values = {
        "manifest": declared.manifest,
        "verdict": declared.verdict,
        "recommendation": declared.recommendation,
        "refused": ("yes" if declared.refused else "no") if declared.recommendation else "",
        "specimen": "yes" if declared.specimen else "",
    }
    held = {name: escape(value) for name, value in values.items() if value}
    if not held:
        return ""
    return _OWN.format(
        namespace=NAMESPACE,
        values="".join(f"<labharness:{name}>{value}</labharness:{name}>" for name, value in held.items()),
        described="".join(_PROPERTY.format(name=name, meaning=_MEANINGS[name]) for name in held),
    )


def _fields(file: pikepdf.Pdf) -> list[Any]:
    """Turn the notes of boxes into fields of signatures; make every other annotation print."""
    fields: list[Any] = []
    shown: dict[SignatureRole, Any] = {}
    for page in file.pages:
        if "/Trans" in page.obj and not page.obj.Trans.keys():
            del page.obj["/Trans"]  # ReportLab writes an empty one
        notes = page.obj.get("/Annots", Array())
        for index, note in enumerate(notes):
            if (box := marked(str(note.get("/Contents", "")))) is None:
                note.F = int(note.get("/F", 0)) | PRINT
                continue
            shown = shown or _appearances(file)
            notes[index] = _field(file, page, note.Rect, *box, shown[box[0]])
            fields.append(notes[index])
    return fields


def _field(
    file: pikepdf.Pdf, page: pikepdf.Page, place: Any, role: SignatureRole, meaning: str, shown: Any
) -> Any:
    field = Dictionary(
        Type=Name.Annot,
        Subtype=Name.Widget,
        FT=Name.Sig,
        T=role.value,
        TU=meaning,
        F=PRINT | LOCKED,
        P=page.obj,
        Rect=place,
        AP=Dictionary(N=shown),
    )
    return file.make_indirect(field)


def _appearances(file: pikepdf.Pdf) -> dict[SignatureRole, Any]:
    with pikepdf.open(BytesIO(unsigned())) as drawn:
        forms = [drawn.make_indirect(page.as_form_xobject()) for page in drawn.pages]
        return {role: file.copy_foreign(form) for role, form in zip(SignatureRole, forms, strict=True)}


def _drop_unembedded(file: pikepdf.Pdf) -> None:
    """Drop selections of a default font under which nothing is written.

    Raises
    ------
    ValueError
        If something is written in a font that is not embedded.
    """
    for number, page in enumerate(file.pages, 1):
        fonts = page.resources.get("/Font", Dictionary()) if "/Resources" in page.obj else Dictionary()
        bare = {name for name, font in fonts.items() if not embedded(font)}
        if not bare:
            continue
        kept, current = [], None
        for instruction in pikepdf.parse_content_stream(page):
            operator = str(instruction.operator)
            if operator == "Tf":
                current = str(instruction.operands[0])
                if current in bare:
                    continue
            elif operator in SHOWING and current in bare:
                raise ValueError(f"page {number} sets text in a font that is not embedded")
            kept.append(instruction)
        page.obj.Contents = file.make_stream(pikepdf.unparse_content_stream(kept))
        for name in bare:
            del fonts[name]


SHOWING = frozenset({"Tj", "TJ", "'", '"'})
"""Operators that set text."""


def embedded(font: Any) -> bool:
    """Say whether a font's programme is in the file; a Type 3 font is drawn by the file itself."""
    if font.get("/Subtype") == Name.Type3:
        return True
    parts = font.get("/DescendantFonts", [font]) if font.get("/Subtype") == Name.Type0 else [font]
    programmes = ("/FontFile", "/FontFile2", "/FontFile3")
    return all(any(key in part.get("/FontDescriptor", Dictionary()) for key in programmes) for part in parts)
