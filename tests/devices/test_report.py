"""Reports of GAT: what they hold, and what is refused before it costs memory."""

import tracemalloc

from labharness.devices.gat import (
    MOST_ELEMENTS,
    ReportedComponent,
    SpecialFunction,
    read_components,
    read_functions,
)
from labharness.errors import ProtocolError
from labharness.model.reasons.wire import Gat
from tests.support.reasons import refused

# The elements, their order and their gaps are those that a shuffler sent (IOActive, Black Hat USA 2023, slides 27 and 28).
FUNCTIONS = b"""<?xml version='1.0'?>
<SpecialFunctions>
  <Function><Feature>Get File</Feature>
    <Parameter>AuthenticationResponse.xml</Parameter><Parameter>%%SHA1_HMAC%%</Parameter></Function>
  <Function><Feature>Component</Feature>
    <Parameter>Games_1.0.095</Parameter><Parameter>%%SHA1_HMAC%%</Parameter></Function>
</SpecialFunctions>"""
COMPONENTS = b"""<?xml version='1.0'?>
<Components GatExec='default'><Game><Name>Shuffler</Name><Manufacturer>Maker</Manufacturer>
<Component><Name>UI_2.0.254</Name><Checksum>32a66e4e afb35ae6dc51268104111118377ee254</Checksum></Component>
<Component><Checksum>2EA4D5A836604B7676D7C7EB3EA8BEC84B410903</Checksum></Component>
<Component><Name>NXP 1.0.172</Name></Component>
</Game></Components>"""


def test_functions_keep_feature_and_parameters():
    assert read_functions(FUNCTIONS) == (
        SpecialFunction("Get File", ("AuthenticationResponse.xml", "%%SHA1_HMAC%%")),
        SpecialFunction("Component", ("Games_1.0.095", "%%SHA1_HMAC%%")),
    )


def test_components_keep_what_is_missing_missing_and_have_printable_names():
    odd = "<Component><Name>a\u202eb</Name><Checksum>\u202ex</Checksum></Component>"
    assert read_components(f"<Components>{odd}</Components>".encode()) == (ReportedComponent("a?b", "?X"),)
    assert read_components(COMPONENTS) == (
        ReportedComponent("UI_2.0.254", "32A66E4EAFB35AE6DC51268104111118377EE254"),
        ReportedComponent("", "2EA4D5A836604B7676D7C7EB3EA8BEC84B410903"),
        ReportedComponent("NXP 1.0.172", ""),
    )


def test_the_encodings_of_xml_are_read():
    for encoding in ("utf-16", "utf-16-le", "utf-8-sig"):
        text = COMPONENTS.decode().replace("<?xml version='1.0'?>\n", "")
        assert read_components(text.encode(encoding)) == read_components(COMPONENTS), encoding


def test_thousands_of_indented_components_are_read():
    rows = "\r\n        <Component>\r\n   <Name>n</Name><Checksum>AB</Checksum></Component>" * 5000
    assert len(read_components(f"<Components><Game>{rows}\n</Game></Components>".encode())) == 5000


BOMB = "<!DOCTYPE x [" + "".join(
    f"<!ENTITY e{at} '{f'&e{at - 1};' * 10 if at else 'aaaaaaaaaa'}'>" for at in range(12)
)
REFUSED = {
    "nothing": (b"", Gat.NOT_A_REPORT),
    "text": (b"no report", Gat.NOT_A_REPORT),
    "cut short": (COMPONENTS[:200], Gat.NOT_A_REPORT),
    "twice": (COMPONENTS + COMPONENTS[22:], Gat.NOT_A_REPORT),
    "trailing bytes": (COMPONENTS + b"\0\0", Gat.NOT_A_REPORT),
    "other root": (FUNCTIONS, Gat.OTHER_REPORT),
    "nested entities": (f"{BOMB}]><Components>&e11;</Components>".encode(), Gat.DECLARATION),
    "external entity": (
        b"<!DOCTYPE x [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><Components>&a;</Components>",
        Gat.DECLARATION,
    ),
    "external document type": (b"<!DOCTYPE x SYSTEM 'http://x/y.dtd'><Components/>", Gat.DECLARATION),
    "undeclared entity": (b"<Components>&a;</Components>", Gat.NOT_A_REPORT),
    "deep": (b"<Components>" + b"<a>" * 40_000, Gat.REPORT_TOO_LARGE),
    "many": (b"<Components>" + b"<a/>" * MOST_ELEMENTS, Gat.REPORT_TOO_LARGE),
    "long text": (b"<Components><Component><Name>" + b"n" * 100_000, Gat.REPORT_TOO_LARGE),
    "unknown encoding": (b"<?xml version='1.0' encoding='klingon'?><Components/>", Gat.NOT_A_REPORT),
}


def test_what_is_no_report_is_refused_within_its_size():
    for name, (report, code) in REFUSED.items():
        tracemalloc.start()
        reasons = refused(ProtocolError, read_components, report)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert reasons[0].code == code.code, name
        assert peak < 40 << 20, name
