from io import BytesIO

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name

from labharness.model.reasons.evidence import Archive
from labharness.signing.archive_conformance import violations
from tests.support.signing_factory import small_pdf


@pytest.fixture(scope="module")
def pdf():
    return small_pdf("cd" * 32)


def broken(pdf, change, **options):
    """Return what is found after a change."""
    out = BytesIO()
    with pikepdf.open(BytesIO(pdf)) as file:
        change(file)
        file.save(out, **options)
    return violations(out.getvalue())


def note(file):
    return file.Root.AcroForm.Fields[0]


def font(file):
    fonts = file.pages[0].resources.Font
    return fonts[min(fonts.keys())]


def lzw(file):
    file.Root.Extra = file.make_indirect(
        pikepdf.Stream(file, b"\x80\x0b\x60\x50\x22\x0c\x0c\x85\x01", Filter=Name.LZWDecode)
    )


def form(file, data, **resources):
    """Let the first page draw a form within a form."""
    inner = pikepdf.Stream(file, data, Type=Name.XObject, Subtype=Name.Form, BBox=Array([0, 0, 9, 9]),
                           Resources=Dictionary(**resources))  # fmt: skip
    outer = pikepdf.Stream(file, b"/Inner Do", Type=Name.XObject, Subtype=Name.Form, BBox=Array([0, 0, 9, 9]),
                           Resources=Dictionary(XObject=Dictionary(Inner=file.make_indirect(inner))))  # fmt: skip
    page = file.pages[0]
    page.obj.Resources.XObject = Dictionary(Outer=file.make_indirect(outer))
    page.contents_add(b"/Outer Do")


HELVETICA = Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica)
CHANGES = {
    Archive.ON_PAGE(page=1, why=Archive.FONT_MISSING(font="/F1+0")): lambda file: font(file).FontDescriptor.__delitem__("/FontFile2"),
    Archive.ON_PAGE(page=1, why=Archive.FONT_MISSING(font="/F9")): lambda file: form(file, b"BT /F9 9 Tf (x) Tj ET", Font=Dictionary(F9=HELVETICA)),
    Archive.ON_PAGE(page=1, why=Archive.NO_FONT()): lambda file: form(file, b"BT (x) Tj ET"),
    Archive.ON_PAGE(page=1, why=Archive.PRINTER_COLORS()): lambda file: form(file, b"0 0 0 1 k"),
    Archive.ON_PAGE(page=1, why=Archive.NESTED_TOO_DEEPLY(most=28)): lambda file: form(file, b"q " * 29 + b"Q " * 29),
    Archive.ON_PAGE(page=1, why=Archive.OBJECT_MISSING(name="/Gone")): lambda file: file.pages[0].contents_add(b"/Gone Do"),
    Archive.JAVASCRIPT(): lambda file: setattr(file.Root, "Names", Dictionary(JavaScript=Dictionary())),
    Archive.ACTION(action="/JavaScript"): lambda file: setattr(file.Root, "OpenAction", Dictionary(S=Name.JavaScript, JS="x")),
    Archive.ACTION(action="/Launch"): lambda file: setattr(note(file), "A", Dictionary(S=Name.Launch, Type=Name.Action)),
    Archive.ON_PAGE(page=1, why=Archive.FIELD_ACTS()): lambda file: setattr(note(file), "A", Dictionary(S=Name.URI, URI="x")),
    Archive.CATALOG_ACTS(): lambda file: setattr(file.Root, "AA", Dictionary()),
    Archive.STREAM_PACKED(): lzw,
    Archive.NO_OUTPUT_INTENT(): lambda file: file.Root.__delitem__("/OutputIntents"),
    Archive.PROFILE_UNUSABLE(): lambda file: file.Root.OutputIntents[0].DestOutputProfile.write(bytes(736)),
    Archive.NO_XMP(): lambda file: file.Root.__delitem__("/Metadata"),
    Archive.KEY_DIFFERS(key="/Title", information="Other", xmp="Report R-1 <&>"): lambda file: file.docinfo.__setitem__("/Title", "Other"),
    Archive.ON_PAGE(page=1, why=Archive.ANNOTATION_UNDRAWN(kind="/Widget")): lambda file: note(file).__delitem__("/AP"),
    Archive.EMBEDDED_FILES(): lambda file: setattr(file.Root, "Extra", Dictionary(Type=Name.Filespec, EF=Dictionary())),
    Archive.FORM_UNDRAWN(): lambda file: setattr(file.Root.AcroForm, "NeedAppearances", True),
    Archive.NO_LANGUAGE(): lambda file: file.Root.__delitem__("/Lang"),
    Archive.TRANSFER_FUNCTION(): lambda file: setattr(file.Root, "Extra", Dictionary(Type=Name.ExtGState, TR=Name.Identity)),
    Archive.KEY_DIFFERS(key="/ModDate", information="D:20260102030406+00'00'", xmp="2026-01-02T03:04:05Z"): (
        lambda file: file.docinfo.__setitem__("/ModDate", "D:20260102030406+00'00'")
    ),
    Archive.KEY_DIFFERS(key="/Subject", information=None, xmp="Two words – and one"): (
        lambda file: file.docinfo.__delitem__("/Subject")
    ),
    Archive.PERMISSIONS(): lambda file: setattr(file.Root, "Perms", Dictionary(Other=1)),
}  # fmt: skip


@pytest.mark.parametrize("violation", CHANGES, ids=repr)
def test_each_rule_can_be_broken(pdf, violation):
    as_it_is = {"stream_decode_level": pikepdf.StreamDecodeLevel.none, "compress_streams": False}

    assert violation in broken(pdf, CHANGES[violation], **as_it_is)


@pytest.mark.parametrize("flags", [128, 4 | 2])
def test_an_annotation_that_does_not_print_is_named(pdf, flags):
    hidden = Archive.ON_PAGE(page=1, why=Archive.ANNOTATION_UNPRINTED(kind="/Widget"))

    assert hidden in broken(pdf, lambda file: setattr(note(file), "F", flags))


def test_saving_again_breaks_nothing(pdf):
    assert broken(pdf, lambda _: None) == ()


def test_encryption_is_found(pdf):
    assert Archive.ENCRYPTED() in broken(
        pdf, lambda _: None, encryption=pikepdf.Encryption(owner="x", user="")
    )


def test_a_property_that_nothing_describes_is_found(pdf):
    def change(file):
        packet = file.Root.Metadata.read_bytes().replace(
            b"<pdfaSchema:namespaceURI>urn:", b"<pdfaSchema:namespaceURI>x:"
        )
        file.Root.Metadata = file.make_stream(packet, Type=Name.Metadata, Subtype=Name.XML)

    assert any(why.is_a(Archive.PROPERTIES_UNDESCRIBED) for why in broken(pdf, change))


def test_a_file_that_is_no_pdf_is_said_to_be_none():
    assert violations(b"%PDF-1.7\nnothing")[0].is_a(Archive.UNREADABLE)
