"""Rules of PDF/A-2b (ISO 19005-2) that a report could break, each checked on the finished file.

This is no complete validator: it holds the rules that concern what a report contains.  Glyph widths, the
programmes inside fonts, JPEG 2000 and optional content are not looked at.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from datetime import UTC, datetime
from io import BytesIO
from typing import Any
from xml.etree import ElementTree as ET

import pikepdf
from pikepdf import Dictionary, Name

from labharness.model.reasons.evidence import Archive
from labharness.reason import Reason
from labharness.reporting.pdf.archive import NAMESPACE, PRINT, SHOWING, Declared, embedded

_RDF, _DC = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}", "{http://purl.org/dc/elements/1.1/}"
_XMP, _PDF = "{http://ns.adobe.com/xap/1.0/}", "{http://ns.adobe.com/pdf/1.3/}"
_ID, _EXTENSION = "{http://www.aiim.org/pdfa/ns/id/}", "{http://www.aiim.org/pdfa/ns/extension/}"
_SCHEMA = "{http://www.aiim.org/pdfa/ns/schema#}"
_SPACES = "namespaces"
_PREDEFINED = (_RDF, _DC, _XMP, _PDF, _ID, _EXTENSION, "{http://ns.adobe.com/xap/1.0/mm/}")
_SAID = {
    "/Title": f"{_DC}title",
    "/Author": f"{_DC}creator",
    "/Subject": f"{_DC}description",
    "/Keywords": f"{_PDF}Keywords",
    "/Creator": f"{_XMP}CreatorTool",
    "/Producer": f"{_PDF}Producer",
    "/CreationDate": f"{_XMP}CreateDate",
    "/ModDate": f"{_XMP}ModifyDate",
}
_ACTIONS = frozenset({"/GoTo", "/GoToR", "/URI", "/Named", "/Thread"})
_NAMED = frozenset({"/NextPage", "/PrevPage", "/FirstPage", "/LastPage"})
_HIDING = 1 | 2 | 32 | 256
"""Invisible, hidden, no view, toggle no view (ISO 32000-1, table 165)."""
_NO_ANNOTATIONS = frozenset({"/3D", "/Sound", "/Screen", "/Movie"})
_CMYK, _NESTING = frozenset({"k", "K"}), {"q": 1, "Q": -1}
_WATCHED = " ".join(sorted({"Tf", "Do", *SHOWING, *_CMYK, *_NESTING}))
_DEEPEST = 28


def violations(pdf: bytes) -> tuple[Reason, ...]:
    """Return what keeps a file from being PDF/A-2b; empty where no rule here is broken."""
    result: dict[Reason, None] = {}
    try:
        with pikepdf.open(BytesIO(pdf)) as file:
            for rule in (_structure, _metadata, _color, _catalog, _objects, _annotations, _content):
                result |= dict.fromkeys(rule(file, pdf))
    except (pikepdf.PdfError, ET.ParseError, ValueError, KeyError, AttributeError) as error:
        result[Archive.UNREADABLE(why=str(error))] = None
    return tuple(result)


def described(pdf: bytes) -> tuple[str, Declared]:
    """Return the title of a file, and what it declares of its evidence and verdict."""
    with pikepdf.open(BytesIO(pdf)) as file:
        packet = _packet(file)
    manifest, verdict, recommendation, refused, specimen = (
        packet.get(f"{{{NAMESPACE}}}{name}", "")
        for name in ("manifest", "verdict", "recommendation", "refused", "specimen")
    )
    declared = Declared(manifest, verdict, recommendation, refused == "yes", specimen == "yes")
    return packet.get(f"{_DC}title", ""), declared


def dated(pdf: bytes) -> str:
    """Return the date of a file, that of its newest record, in ISO 8601; "" where it states none that can be read."""
    with pikepdf.open(BytesIO(pdf)) as file:
        stated = _packet(file).get(f"{_XMP}CreateDate", "")
    try:
        result = datetime.fromisoformat(stated)
    except ValueError:
        return ""
    return (result if result.tzinfo else result.replace(tzinfo=UTC)).isoformat()


def _structure(file: pikepdf.Pdf, pdf: bytes) -> Iterator[Reason]:
    first, second = [*pdf.split(b"\n", 2)[:2], b""][:2]
    if not first.rstrip().startswith(b"%PDF-1.") or "/Version" in file.Root:
        yield Archive.HEADER()
    if not (second.startswith(b"%") and len(second) > 4 and all(byte > 127 for byte in second[1:5])):
        yield Archive.SECOND_LINE()
    if len(file.trailer.get("/ID", [])) != 2:
        yield Archive.NO_IDENTIFIER()
    if file.is_encrypted:
        yield Archive.ENCRYPTED()


def _metadata(file: pikepdf.Pdf, _: bytes) -> Iterator[Reason]:
    if "/Metadata" not in file.Root:
        yield Archive.NO_XMP()
        return
    packet = _packet(file)
    if (packet.get(f"{_ID}part"), packet.get(f"{_ID}conformance")) != ("2", "B"):
        yield Archive.XMP_OF_OTHER_STANDARD()
    for key, name in _SAID.items():
        here = str(file.docinfo[key]) if key in file.docinfo else None
        there = packet.get(name)
        if key.endswith("Date") and here and there:
            same = _moment(here) == datetime.fromisoformat(there)
        else:
            same = here == there
        if not same:
            yield Archive.KEY_DIFFERS(key=key, information=here, xmp=there)
    extended = {name for name in packet if name != _SPACES and not name.startswith(_PREDEFINED)}
    schemas = packet.get(_SPACES, "").split("\n")
    if undescribed := sorted(name for name in extended if name[1:].split("}")[0] not in schemas):
        yield Archive.PROPERTIES_UNDESCRIBED(properties=tuple(undescribed))


def _color(file: pikepdf.Pdf, _: bytes) -> Iterator[Reason]:
    intents = [each for each in file.Root.get("/OutputIntents", []) if each.get("/S") == Name.GTS_PDFA1]
    if len(intents) != 1 or "/DestOutputProfile" not in intents[0]:
        yield Archive.NO_OUTPUT_INTENT()
        return
    stream = intents[0].DestOutputProfile
    icc = stream.read_bytes()
    size, version = struct.unpack(">I", icc[:4])[0], icc[8]
    if icc[36:40] != b"acsp" or size != len(icc) or version > 4 or icc[12:16] not in (b"mntr", b"prtr"):
        yield Archive.PROFILE_UNUSABLE()
    if icc[16:20] != b"RGB " or int(stream.get("/N", 0)) != 3:
        yield Archive.PROFILE_NOT_RGB()


def _catalog(file: pikepdf.Pdf, _: bytes) -> Iterator[Reason]:
    root = file.Root
    names = root.get("/Names", Dictionary())
    if "/JavaScript" in names:
        yield Archive.JAVASCRIPT()
    if "/EmbeddedFiles" in names or "/AF" in root:
        yield Archive.EMBEDDED_FILES()
    if "/AlternatePresentations" in names or "/Requirements" in root or "/AA" in root:
        yield Archive.CATALOG_ACTS()
    form = root.get("/AcroForm", Dictionary())
    if "/XFA" in form or bool(form.get("/NeedAppearances", False)):
        yield Archive.FORM_UNDRAWN()
    if set(root.get("/Perms", Dictionary()).keys()) - {"/DocMDP", "/UR3"}:
        yield Archive.PERMISSIONS()
    if "/Lang" not in root:
        yield Archive.NO_LANGUAGE()


def _objects(file: pikepdf.Pdf, _: bytes) -> Iterator[Reason]:
    for each in file.objects:
        if isinstance(each, pikepdf.Stream):
            filters: Any = each.get("/Filter", [])
            used = {str(each) for each in ([filters] if isinstance(filters, Name) else filters)}
            if used & {"/LZWDecode", "/LZW", "/Crypt"}:
                yield Archive.STREAM_PACKED()
            if {"/F", "/FFilter", "/FDecodeParms"} & set(each.keys()):
                yield Archive.STREAM_OUTSIDE()
        for inner in _nested(each):
            yield from _object(inner)


def _nested(each: Any) -> Iterator[Any]:
    """Yield a dictionary and those written inside it; what is written for itself comes for itself."""
    if isinstance(each, Dictionary | pikepdf.Stream):
        yield each
        held = list(each.values()) if isinstance(each, Dictionary) else [each.get(key) for key in each.keys()]  # noqa: SIM118
    else:
        held = list(each) if isinstance(each, pikepdf.Array) else []
    for inner in held:
        if isinstance(inner, pikepdf.Object) and not inner.is_indirect:
            yield from _nested(inner)


def _object(each: Any) -> Iterator[Reason]:
    keys = set(each.keys())
    kind = str(each.get("/Type", ""))
    if "/EF" in keys or kind == "/EmbeddedFile":
        yield Archive.EMBEDDED_FILES()
    if (each.get("/Subtype"), each.get("/Interpolate")) == (Name.Image, True):
        yield Archive.IMAGE_INTERPOLATED()
    if each.get("/Subtype") == Name.Image and keys & {"/Alternates", "/OPI"}:
        yield Archive.IMAGE_ALTERNATIVES()
    if each.get("/Subtype") == Name.PS or "/PS" in keys:
        yield Archive.POSTSCRIPT()
    if keys & {"/TR", "/HTP"} or str(each.get("/TR2", "/Default")) != "/Default":
        yield Archive.TRANSFER_FUNCTION()
    for action in (each, each.get("/A"), each.get("/OpenAction")):
        if isinstance(action, Dictionary) and "/S" in action and ("/JS" in action or _is_action(action)):
            name = str(action.S)
            if name not in _ACTIONS or (name == "/Named" and str(action.get("/N")) not in _NAMED):
                yield Archive.ACTION(action=name)
    if "/DigestMethod" in keys or "/DigestValue" in keys:
        yield Archive.REFERENCE_DIGEST()


def _is_action(each: Any) -> bool:
    """Say whether a dictionary is an action: it names its type or its kind; others use /S for other things."""
    kind = str(each.get("/Type", ""))
    untyped = {"/JavaScript", "/Launch", "/SubmitForm", "/URI"}
    return str(each.S) in untyped if not kind else kind == "/Action"


def _annotations(file: pikepdf.Pdf, _: bytes) -> Iterator[Reason]:
    for number, page in enumerate(file.pages, 1):
        if "/AA" in page.obj:
            yield Archive.ON_PAGE(page=number, why=Archive.PAGE_ACTS())
        for note in page.obj.get("/Annots", []):
            yield from (Archive.ON_PAGE(page=number, why=each) for each in _annotation(note))


def _annotation(note: Any) -> Iterator[Reason]:
    kind, flags = str(note.get("/Subtype")), int(note.get("/F", 0))
    if kind in _NO_ANNOTATIONS:
        yield Archive.ANNOTATION_KIND(kind=kind)
    if kind != "/Popup" and (not flags & PRINT or flags & _HIDING):
        yield Archive.ANNOTATION_UNPRINTED(kind=kind)
    if "/AA" in note or (kind == "/Widget" and "/A" in note):
        yield Archive.FIELD_ACTS()
    left, low, right, high = map(float, note.Rect)
    if kind in ("/Popup", "/Link") or (left, low) == (right, high):
        return
    shown = note.get("/AP", Dictionary())
    if set(shown.keys()) != {"/N"} or not isinstance(shown.N, pikepdf.Stream):
        yield Archive.ANNOTATION_UNDRAWN(kind=kind)


def _content(file: pikepdf.Pdf, _: bytes) -> Iterator[Reason]:
    seen: set[tuple[int, int]] = set()
    for number, page in enumerate(file.pages, 1):
        resources = page.resources if "/Resources" in page.obj else Dictionary()
        yield from (Archive.ON_PAGE(page=number, why=each) for each in _drawn(page, resources, seen))
        for note in page.obj.get("/Annots", []):
            shown = note.get("/AP", Dictionary()).get("/N")
            if isinstance(shown, pikepdf.Stream) and shown.objgen not in seen:
                seen.add(shown.objgen)
                faults = _drawn(shown, shown.get("/Resources", Dictionary()), seen)
                yield from (Archive.ON_PAGE(page=number, why=each) for each in faults)


def _drawn(content: Any, resources: Any, seen: set[tuple[int, int]]) -> Iterator[Reason]:
    """Walk everything that a page or a form draws, and what it draws in turn."""
    fonts, forms = resources.get("/Font", Dictionary()), resources.get("/XObject", Dictionary())
    font, depth = None, 0
    good = {name for name in fonts.keys() if embedded(fonts[name])}  # noqa: SIM118 - no Python dictionary
    for instruction in pikepdf.parse_content_stream(content, _WATCHED):
        name, operands = str(instruction.operator), instruction.operands
        if name == "Tf":
            font = str(operands[0])
            if font not in good:
                yield Archive.FONT_MISSING(font=font)
        elif name in SHOWING and font is None:
            yield Archive.NO_FONT()
        elif name in _CMYK:
            yield Archive.PRINTER_COLORS()
        elif name in _NESTING:
            depth += _NESTING[name]
            if depth > _DEEPEST:
                yield Archive.NESTED_TOO_DEEPLY(most=_DEEPEST)
        elif name == "Do":
            yield from _called(str(operands[0]), forms.get(str(operands[0])), resources, seen)


def _called(name: str, drawn: Any, resources: Any, seen: set[tuple[int, int]]) -> Iterator[Reason]:
    if drawn is None:
        yield Archive.OBJECT_MISSING(name=name)
    elif drawn.objgen not in seen:
        seen.add(drawn.objgen)
        yield from _object_drawn(drawn, resources, seen)


def _object_drawn(drawn: Any, resources: Any, seen: set[tuple[int, int]]) -> Iterator[Reason]:
    if drawn.get("/Subtype") == Name.Form:
        yield from _drawn(drawn, drawn.get("/Resources", resources), seen)
    elif str(drawn.get("/ColorSpace", "")) == "/DeviceCMYK":
        yield Archive.PICTURE_IN_PRINTER_COLORS()


def _packet(file: pikepdf.Pdf) -> dict[str, str]:
    """Return what the XMP packet says, by qualified name, and the namespaces that it describes itself."""
    if "/Metadata" not in file.Root:
        return {}
    root = ET.fromstring(file.Root.Metadata.read_bytes())  # noqa: S314 - expat bounds expansion
    texts: dict[str, str] = {}
    for description in root.iter(f"{_RDF}Description"):
        texts |= {name: value for name, value in description.attrib.items() if not name.startswith(_RDF)}
        for each in description:
            items = ", ".join(item.text or "" for item in each.iter(f"{_RDF}li"))
            texts[each.tag] = items or each.text or ""
    spaces = [each.text or "" for each in root.iter(f"{_SCHEMA}namespaceURI")]
    return {**texts, _SPACES: "\n".join(spaces)}


def _moment(text: str) -> datetime:
    """Read ``D:20260102030405+00'00'``."""
    digits, zone = text.removeprefix("D:")[:14], text.removeprefix("D:")[14:].replace("'", "")
    return datetime.strptime(digits + (zone if zone not in ("", "Z") else "+0000"), "%Y%m%d%H%M%S%z")
