from io import BytesIO

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name

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
    return " ".join(violations(out.getvalue()))


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
    "the font /F1+0, which is not embedded": lambda file: font(file).FontDescriptor.__delitem__("/FontFile2"),
    "the font /F9, which is not embedded": lambda file: form(file, b"BT /F9 9 Tf (x) Tj ET", Font=Dictionary(F9=HELVETICA)),
    "sets text in no font": lambda file: form(file, b"BT (x) Tj ET"),
    "uses colors of a printer": lambda file: form(file, b"0 0 0 1 k"),
    "more than 28 times": lambda file: form(file, b"q " * 29 + b"Q " * 29),
    "draws /Gone, which is not there": lambda file: file.pages[0].contents_add(b"/Gone Do"),
    "the file holds JavaScript": lambda file: setattr(file.Root, "Names", Dictionary(JavaScript=Dictionary())),
    "an action /JavaScript": lambda file: setattr(file.Root, "OpenAction", Dictionary(S=Name.JavaScript, JS="x")),
    "an action /Launch": lambda file: setattr(note(file), "A", Dictionary(S=Name.Launch, Type=Name.Action)),
    "a field acts by itself": lambda file: setattr(note(file), "A", Dictionary(S=Name.URI, URI="x")),
    "the catalog asks the reader to act": lambda file: setattr(file.Root, "AA", Dictionary()),
    "packed with LZW": lzw,
    "there is no output intent": lambda file: file.Root.__delitem__("/OutputIntents"),
    "no ICC profile": lambda file: file.Root.OutputIntents[0].DestOutputProfile.write(bytes(736)),
    "there is no XMP packet": lambda file: file.Root.__delitem__("/Metadata"),
    "'Other' in the document information and 'Report R-1": lambda file: file.docinfo.__setitem__("/Title", "Other"),
    "/ModDate is": lambda file: file.docinfo.__setitem__("/ModDate", "D:20260102030406+00'00'"),
    "/Subject is None": lambda file: file.docinfo.__delitem__("/Subject"),
    "has no appearance of its own": lambda file: note(file).__delitem__("/AP"),
    "the kind /Widget would not print": lambda file: setattr(note(file), "F", 128),
    "would not print": lambda file: setattr(note(file), "F", 4 | 2),
    "embedded files": lambda file: setattr(file.Root, "Extra", Dictionary(Type=Name.Filespec, EF=Dictionary())),
    "leaves its looks to the reader": lambda file: setattr(file.Root.AcroForm, "NeedAppearances", True),
    "does not name the language": lambda file: file.Root.__delitem__("/Lang"),
    "a transfer function": lambda file: setattr(file.Root, "Extra", Dictionary(Type=Name.ExtGState, TR=Name.Identity)),
    "permissions dictionary": lambda file: setattr(file.Root, "Perms", Dictionary(Other=1)),
}  # fmt: skip


@pytest.mark.parametrize("sentence", CHANGES)
def test_each_rule_can_be_broken(pdf, sentence):
    as_it_is = {"stream_decode_level": pikepdf.StreamDecodeLevel.none, "compress_streams": False}

    assert sentence in broken(pdf, CHANGES[sentence], **as_it_is)


def test_saving_again_breaks_nothing(pdf):
    assert broken(pdf, lambda _: None) == ""


def test_encryption_is_found(pdf):
    assert "the file is encrypted" in broken(
        pdf, lambda _: None, encryption=pikepdf.Encryption(owner="x", user="")
    )


def test_a_property_that_nothing_describes_is_found(pdf):
    def change(file):
        packet = file.Root.Metadata.read_bytes().replace(
            b"<pdfaSchema:namespaceURI>urn:", b"<pdfaSchema:namespaceURI>x:"
        )
        file.Root.Metadata = file.make_stream(packet, Type=Name.Metadata, Subtype=Name.XML)

    assert "does not describe its own properties" in broken(pdf, change)


def test_a_file_that_is_no_pdf_is_said_to_be_none():
    assert "cannot be read" in violations(b"%PDF-1.7\nnothing")[0]
