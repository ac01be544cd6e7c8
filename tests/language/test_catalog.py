"""Every code has a sentence that uses every parameter, and every listed term exists.

Catalogs are read line by line, and a damaged one names the line and what to write; templates refuse what they cannot fill.
"""

import importlib
import inspect
import json
import pkgutil
import re
import subprocess
import sys
from enum import Enum, StrEnum
from pathlib import Path
from typing import get_args, get_origin

import pytest

import device_adapters
import labharness.checks
import labharness.model.reasons
import labharness.simulators
import reports
from labharness.cli.folder import every_command
from labharness.errors import InputError, WorkspaceError
from labharness.language.catalog import ENGLISH, CatalogError, Language, explain, messages, say, term
from labharness.language.template import installation, places
from labharness.model.reasons.command import Workspaces
from labharness.model.reasons.conclusion import Conclusions
from labharness.model.reasons.conduct import Doing
from labharness.reason import Code, Reason, Titled, dump_reason, load_reason, note, quoted
from tests.support.reasons import declared_codes

for package in (labharness.model.reasons, labharness.checks, labharness.simulators, device_adapters, reports):
    for result in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        importlib.import_module(result.name)
OURS = ("labharness.", "device_adapters.", "reports.")
CODES = sorted(
    (code for code in declared_codes() if type(code).__module__.startswith(OURS)), key=lambda code: code.code
)


class Color(StrEnum):
    DEEP_RED = "deep_red"


class OfTests(Code, area="of_tests"):
    PLAIN = note()
    COUNTED = note(units=int)
    NESTED = note(why=Reason, names=tuple[str, ...])
    COLORED = note(color=Color)
    CHECKED = note(check=Titled, why=Reason)


SENTENCES = {
    OfTests.PLAIN: "It is plain.",
    OfTests.COUNTED: "{units} {units:unit was|units were} recorded.",
    OfTests.NESTED: "{why:clause}: {names:or}.",
    OfTests.COLORED: "The card is {color}.",
    OfTests.CHECKED: "{check}: {why:clause}.",
}


def test_a_list_of_clauses_is_never_the_end_of_a_sentence():
    """Each clause lacks its period, so the sentence has its own."""
    language = Language()
    unended = [code for code in CODES if re.search(r":;\}($| [A-Z])", str(language.template(code)))]
    assert unended == []


def test_every_code_has_a_sentence_that_uses_every_parameter():
    language = Language()
    for code in CODES:  # one test, as a thousand tests take ten times as long
        template = language.template(code)

        assert template is not None, code
        assert {name for _, name, _ in places(template) if name} == set(code.shape.fields), code
        assert template[0].isupper() or template[0] in "{§", code
        assert template.endswith((".", "?", ":", "}")), code


def test_every_message_is_of_a_code_or_a_field():
    """A message that nothing says is translated all the same; one in another file than its code's is never found."""
    declared: dict[str, set[str]] = {}
    for code in CODES:
        declared.setdefault(type(code).__module__.rpartition(".")[2], set()).add(code.code)
    files = {file.stem for file in ENGLISH.iterdir() if not file.stem.startswith("fields_")}
    catalogs = {name: messages(name) for name in files - {"terms", "acts"}}

    assert {key for name, each in catalogs.items() for key in each.keys() - declared[name]} == set()
    assert {form for each in catalogs.values() for forms in each.values() for form in forms} == {"", "window"}


def test_catalogs_install_libraries_as_the_product_does():
    files = (file.read_text("utf-8") for file in ENGLISH.iterdir())
    commands = [line for text in files for line in text.splitlines() if "PATH[" in line]
    extras = {extra for line in commands for extra in re.findall(r"PATH\[(\w+)\]", line)}

    assert len(commands) == len(extras)
    assert {extra for extra in extras if any(installation(extra) in line for line in commands)} == extras


def test_every_code_of_the_product_is_used():
    """A code that nothing gives is a sentence that nobody ever reads, and that is translated all the same."""
    root = Path(labharness.model.__path__[0]).parent
    folders = (root, *(Path(package.__path__[0]) for package in (device_adapters, reports)))
    files = [file for folder in folders for file in folder.rglob("*.py")]
    sources = [file.read_text(encoding="utf-8") for file in files]
    used = {name for source in sources for name in re.findall(r"\.([A-Z][A-Z0-9_]*)\b", source)}
    dumped = {name for source in sources for name in re.findall(r"[\"']\w+\.([a-z0-9_]+)[\"']", source)}

    assert [code.code for code in CODES if code.name not in used and code.name.lower() not in dumped] == []


COMMAND = re.compile(rf"labharness ({'|'.join(sorted(every_command()))})\b|--[a-z]")
"""A command or an option of one."""
AT_A_CONSOLE = {
    *("command.output_closed", "command.one_subject", "command.bench_needs", "run.a_file"),
    *("simulator.no_port", "simulator.no_machine", "simulator.no_machine_or_tray", "simulation.not_a_table"),
    *("night.service_unsupported", "wire.no_usb_permission"),
}
"""Codes of what is said, or has to be done, at a console."""


def test_the_window_names_no_command():
    window = Language(in_window=True)
    assert {code.code for code in CODES if COMMAND.search(window.template(code))} == AT_A_CONSOLE


def test_what_the_window_says_instead_has_the_parameters_of_the_sentence():
    console, window = Language(), Language(in_window=True)
    changed = [code for code in CODES if window.template(code) != console.template(code)]
    assert len(changed) > 30
    for code in changed:
        text, instead = (
            {name for _, name, _ in places(each.template(code)) if name} for each in (console, window)
        )
        assert COMMAND.search(console.template(code)), code
        assert instead == text, code
        assert window.template(code).endswith("."), code


HOSTILE = "a\nb\x1b[31m{name}\u202e" * 100
"""What a device, a file or a person may have written."""


def sample(kind):
    """Return a value of a parameter's type, the worst that there is."""
    if get_origin(kind) is tuple:
        return (sample(get_args(kind)[0]),) * 3
    if get_args(kind):
        return sample(get_args(kind)[0])
    if issubclass(kind, Enum):
        return next(iter(kind))
    if issubclass(kind, Titled):
        return kind(HOSTILE)
    if kind is Reason:
        return OfTests.NESTED(why=OfTests.PLAIN(), names=(HOSTILE,))
    return {str: HOSTILE, Titled: Titled(HOSTILE), int: 3, float: 0.5, bool: True}[kind]


def test_every_sentence_is_one_printable_line_that_records_give_back():
    language = Language()
    for code in CODES:
        written = places(language.template(code))
        dates = {name: "2026-01-31" for _, name, form in written if form in ("day", "moment")}
        values = {name: sample(kind) for name, kind in code.shape.fields.items()}
        reason = code(**values | dates)
        shown = say(reason)

        assert load_reason(json.loads(json.dumps(dump_reason(reason)))) == reason, code
        forms = {form for _, _, form in written}
        assert shown.isprintable() or forms & {"lines", "raw"}, code
        assert ".." not in shown, code


def test_sentences_follow_number_and_type():
    assert say(OfTests.COUNTED(units=1)) == "1 unit was recorded."
    assert say(OfTests.COUNTED(units=1200)) == "1,200 units were recorded."
    assert say(OfTests.NESTED(why=OfTests.PLAIN(), names=("a", "b", "c"))) == "It is plain: a, b, or c."
    assert say(OfTests.COLORED(color=Color.DEEP_RED)) == "The card is deep red."


def test_who_shows_a_reason_knows_the_titles_of_what_it_names():
    reason = load_reason(dump_reason(OfTests.CHECKED(check=Titled("rising"), why=quoted("It is low."))))
    assert say(reason) == "rising: It is low."
    assert say(reason, {"rising": "Rising sequences"}) == "Rising sequences: It is low."


def test_a_run_among_reasons_has_its_number_too():
    text = Conclusions.REPLACED_UNDECIDED(runs=(quoted("first"), Conclusions.MORE(number=2)))
    together = "Inconclusive together, with replaced software"
    assert say(text, runs={"first": "Run 1"}) == f"{together}: Run 1; 2 more."
    assert say(text) == f"{together}: first; 2 more."


def test_a_code_without_a_sentence_is_shown_with_its_values():
    assert say(Reason("not_installed.finding", (("cells", (1, 2)),))) == "not_installed.finding: cells 1 2."


def test_untrusted_text_stays_on_its_line():
    shown = say(OfTests.NESTED(why=OfTests.PLAIN(), names=("a\nb\x1b[31m",)))

    assert shown == "It is plain: a b [31m."


def test_an_error_is_explained_reason_by_reason():
    error = InputError(OfTests.PLAIN(), OfTests.COUNTED(units=2))
    assert explain(error) == "It is plain.\n2 units were recorded."


def test_words_of_the_operating_system_stay_as_they_are():
    assert explain(OSError(28, "No space left on device")) == "[Errno 28] No space left on device"


def test_every_listed_term_is_of_a_member():
    known = {f"{each.__name__}.{name}" for each in _enumerations() for name in each.__members__}

    assert {key for key in messages("terms") if "." in key} <= known


def _enumerations():
    import labharness

    for module in pkgutil.walk_packages(labharness.__path__, "labharness."):
        if ".gui" not in module.name and "__main__" not in module.name and "migrations" not in module.name:
            for _, value in inspect.getmembers(importlib.import_module(module.name), inspect.isclass):
                if issubclass(value, Enum) and value.__module__ == module.name:
                    yield value


def test_a_term_without_a_listing_is_its_value():
    assert term(Color.DEEP_RED) == "deep red"


def test_what_a_check_found_has_words_before_anything_loads_the_check():
    """A report is drawn by a process that judges nothing."""
    program = """
import re
from pathlib import Path
import labharness.checks
from labharness.reason import known_code
[folder] = labharness.checks.__path__
for path in Path(folder).rglob("*.py"):
    text = path.read_text(encoding="utf-8")
    for area in re.findall(r'Code, area="(\\w+)"', text):
        names = re.findall(r"^    ([A-Z_]+) = (?:note|doubt|refusal)\\(", text, re.M)
        lost = [name for name in names if known_code(f"{area}.{name.lower()}") is None]
        print(area, *lost)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60
    )
    result = done.stdout.split("\n")[:-1]
    assert len(result) >= 8
    assert all(" " not in line for line in result), result


@pytest.fixture
def read(tmp_path):
    """Read a catalog of this text, in any bytes."""

    def read(text):
        (tmp_path / "words.txt").write_bytes(text if isinstance(text, bytes) else text.encode())
        return messages("words", tmp_path)

    return read


def test_a_catalog_has_messages_their_forms_and_pieces(read):
    text = (
        "# Words.\n-lead = Line {line}\n-more = {-lead} of {file}\n\na.cut = {-more}: cut = 3 {{x}}.\n  .window = Line.\n"
        "b.two words = “§”.\n*.id = Id\n"
    )
    assert read(text) == {
        "a.cut": {"": "Line {line} of {file}: cut = 3 {{x}}.", "window": "Line."},
        "b.two words": {"": "“§”."},
        "*.id": {"": "Id"},
    }


def test_a_catalog_of_an_editor_of_windows_is_the_same(read):
    assert read("a.b = “c”\n".encode("utf-8-sig").replace(b"\n", b"\r\n")) == {"a.b": {"": "“c”"}}


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a.b = c\na.b = d\n", 2),
        ("a.b = c\n  .window = d\n  .window = e\n", 3),
        ("a.b = c\n\n-p = q\n-p = r\n", 4),
        ("a.b = {-gone}.\n", 1),
        ("a.b = {-late}.\n-late = c\n", 1),
        ("  .window = c\n", 1),
        ("a.b =\n", 1),
        ("a.b = c \n", 1),
        ("a.b: c\n", 1),
        ("a.b = c\nthe rest of c\n", 2),
        ("a.b = c\n  the rest of c\n", 2),
        (" a.b = c\n", 1),
    ],
)
def test_a_damaged_catalog_names_the_line(read, text, line):
    with pytest.raises(CatalogError, match=rf"words\.txt, line {line}: .+\.$") as caught:
        read(text)

    assert explain(caught.value) == str(caught.value)


def test_a_catalog_that_is_missing_or_no_text_is_an_error_that_is_shown(read, tmp_path):
    with pytest.raises(OSError, match=r"gone\.txt"):
        messages("gone", tmp_path)
    with pytest.raises(CatalogError, match="UTF-8"):
        read(b"a.b = \xff\n")


def test_an_error_whose_words_are_damaged_tells_its_code_and_the_damage(tmp_path):
    error = WorkspaceError(Workspaces.OCCUPIED(folder="runs"))
    for damaged in (None, "workspace.occupied: {folder}\n"):
        if damaged is not None:
            (tmp_path / "command.txt").write_text(damaged)
        text = Language(folder=tmp_path).explain(error)

        assert text.startswith("workspace.occupied(folder='runs')\n")
        assert "command.txt" in text


@pytest.mark.parametrize("text", ["{file} is there.", "{folder is there.", "{folder:one|two|many}."])
def test_a_sentence_that_cannot_be_filled_is_shown_as_code_and_values(tmp_path, text):
    (tmp_path / "command.txt").write_text(f"workspace.occupied = {text}\n")

    shown = Language(folder=tmp_path).say(Workspaces.OCCUPIED(folder="runs"))
    assert shown == "workspace.occupied: folder runs."


@pytest.mark.parametrize("wrong", ["{}", "{0}", "{a.b}", "{a:unknown}", "{a:x|y|z}", "{a!r}", "{a"])
def test_a_place_that_cannot_be_filled_is_refused(wrong):
    with pytest.raises(ValueError, match=r"."):
        places(wrong)


def test_places_are_named_in_their_order():
    assert places("a {b} {c:p}.") == (("a ", "b", ""), (" ", "c", "p"), (".", "", ""))


def test_work_goes_on_where_the_words_of_its_steps_are_damaged(tmp_path):
    (tmp_path / "conduct.txt").write_text("no sentence\n", "utf-8")
    doing = Doing.COMPARING_DATA()
    with pytest.raises(CatalogError):
        Language(folder=tmp_path).clause(doing)
    assert Language(folder=tmp_path).step(doing) == "doing.comparing_data"
    assert Language().step(doing) == "Comparing its data with other runs"
