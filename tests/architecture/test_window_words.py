"""Texts of the window go through ``tr``, each as one literal that Qt's tools find; all else is a value."""

import ast
import re
from string import Formatter

from tests.support.parsed import house, nodes

SHOWING = frozenset(
    {
        *("setText", "setTitle", "setToolTip", "setStatusTip", "setWhatsThis", "setWindowTitle"),
        *("setLabelText", "setAccessibleName", "setAccessibleDescription", "setPlaceholderText"),
        "setInformativeText",
        *("setTabText", "setItemText", "setHorizontalHeaderLabels", "setSpecialValueText", "setOkButtonText"),
        *("addTab", "addItem", "addItems", "addMenu", "addRow", "addButton", "addAction"),
        *("tell_empty", "amount"),
        *("QLabel", "QPushButton", "QCheckBox", "QRadioButton", "QGroupBox", "QToolButton", "QAction"),
        *("Column", "RoomEntry", "RowTable", "FactTable", "DragTable", "RunStanding", "LoudLabel", "Crumb"),
    }
)
"""Calls that show their texts, even a single small word."""
SILENT = frozenset(
    {
        *("setProperty", "property", "setObjectName", "setStyleSheet", "findChild", "TypeVar", "ParamSpec"),
        *("compile", "QKeySequence", "QFont", "get", "partition", "removeprefix", "removesuffix"),
        *("startswith", "endswith", "split", "setDisplayFormat", "invokeMethod", "tr"),
    }
)
"""Calls whose texts nobody sees."""
NAMES = frozenset({"explained", "name", "names", "unit", "form", "kind", "status"})
"""Parameters of those calls that take names, not words."""
_LETTER = re.compile(r"[A-Za-z]")
_WORDS = re.compile(r"[A-Za-z,;:…] +[“(]?[A-Za-z]|^&?[A-Z][a-z]+|\0 [a-z]{2}|[a-z]{2} \0|…")
"""Several words, a word with a capital, or a word beside a place."""
_KEYS = re.compile(r"(Alt|Ctrl|Shift|Esc|Return|Tab|Space)(\+\S*)?|F\d+|PgUp|PgDown|[A-Z]")
_FILTER = re.compile(r'\w+:("[^"]*"|\S+)( \w+:\S+)*')
_MARKUP = re.compile(r"</?[a-z]\w*[ >]|^\s*\w+[#\w:]* *\{|[a-z-]+: *\S+;")
ALLOWED = {
    "filings/register_dialogs.py": "what the form suggests for the register",
    "filings/draft_book.py": "a note of an entry, which the register keeps",
    "kit/tables/column_fit.py": "what is kept of a table",
    "kit/theme.py": "colors and the style sheet",
    "kit/layouts.py": "names of fonts",
    "main.py": "said before Qt is there, on the terminal",
    "settings/people_section.py": "the first reason of the register",
    "shell/starting_up.py": "the diagnostic file, for developers",
    "shell/notices.py": "names of occasions",
}
"""Modules with texts that stay in the language of the source, each with the reason."""


def shown_texts(source):
    """Return the texts of a module that a person may see and that do not go through ``tr``, with their lines."""
    parents = {child: node for node in nodes(source) for child in ast.iter_child_nodes(node)}
    return [
        (node.lineno, text)
        for node in nodes(source)
        if (text := _text(node, parents)) and _is_shown(node, text, parents)
    ]


def _text(node, parents):
    """Return the text of a literal, NUL for each place; "" of a docstring and of a part of an f-string."""
    above = parents.get(node)
    match node:
        case ast.Constant(value=str(text)) if not isinstance(above, ast.Expr | ast.JoinedStr):
            return text
        case ast.JoinedStr(values=parts) if not (
            isinstance(above, ast.FormattedValue) and above.value is not node
        ):
            return "".join(part.value if isinstance(part, ast.Constant) else "\0" for part in parts)
        case _:
            return ""


def _is_shown(node, text, parents):
    if (
        not _LETTER.search(text)
        or any(name.fullmatch(text) for name in (_KEYS, _FILTER))
        or _MARKUP.search(text)
    ):
        return False
    used = tuple(_uses(node, parents))
    if any(use is None or use in SILENT for use in used):
        return False
    if used and used[0] in SHOWING:
        return True
    return bool(_WORDS.search(text))


def _uses(node, parents):
    """Yield the calls that take a literal, from the inside; None where it is compared, a key, raised, or a name."""
    while not isinstance(above := parents[node], ast.stmt):
        match above:
            case ast.Call(func=function) if node is not function:
                yield _name(function)
            case ast.keyword(arg=name) if name in NAMES:
                yield None
            case ast.Compare() | ast.pattern() | ast.arg():
                yield None
            case ast.Subscript(slice=inner) if inner is node:
                yield None
            case ast.Dict(keys=keys) if node in keys:
                yield None
        node = above
    if isinstance(above, ast.Raise | ast.Assert | ast.ClassDef | ast.FunctionDef):
        yield None
    if isinstance(above, ast.AnnAssign) and node is above.annotation:
        yield None


def _name(function):
    match function:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Subscript(value=inner):
            return _name(inner)
        case _:
            return "?"


def calls(source):
    return [node for node in nodes(source) if isinstance(node, ast.Call) and _name(node.func) == "tr"]


def unfit(source):
    """Return the lines of calls of ``tr`` that Qt's tools do not find, or whose values are not those of the text."""
    within = {
        id(part) for node in nodes(source) if isinstance(node, ast.JoinedStr) for part in ast.walk(node)
    }
    return [call.lineno for call in calls(source) if id(call) in within or not _is_fit(call)]


def _is_fit(call):
    match call.args:
        case [ast.Constant(value=str(text))] if text and text == text.strip():  # a translator loses spaces
            given = {word.arg for word in call.keywords}
            return (
                not given or {name for _, name, _, _ in Formatter().parse(text) if name is not None} == given
            )
        case _:
            return False


FILES = {name.removeprefix("labharness/gui/"): source for name, source in house("labharness/gui").items()}


def test_every_text_of_the_window_can_be_translated():
    result = {name: shown_texts(source) for name, source in FILES.items() if name not in ALLOWED}

    assert {name: texts for name, texts in result.items() if texts} == {}


def test_every_exception_is_needed():
    assert [name for name in ALLOWED if not shown_texts(FILES[name])] == []


def test_every_text_is_one_literal_with_the_values_of_its_places():
    result = {name: unfit(source) for name, source in FILES.items()}

    assert {name: lines for name, lines in result.items() if lines} == {}


def test_a_text_that_is_shown_is_recognized():
    for source in (
        'label.setText("Choose a run.")',
        'label.setText("runs")',
        'label = QLabel("&Open")',
        'NOTHING = "Nothing is chosen."',
        'def of():\n    return f"{run} has ended."',
        'words = {1: "Done", 2: "not done yet"}',
        'Column[Row]("Verdict", word, 90)',
        'Column("Verdict", lambda row: "a pass" if row.good else "", 90)',
        'say(f"{count} left")',
        'label.setText(amount(count, "run"))',
        'label.setText(f"{count} of {every}")',
    ):
        assert shown_texts(source) != [], source


def test_names_and_what_is_wrapped_are_no_texts_to_wrap():
    for source in (
        'label.setText(tr("Choose a run."))',
        'button.setProperty("Main", True)',
        'Column(tr("Verdict"), word, 90, name="verdict")',
        'if words == "New run":\n    pass',
        'raise ValueError("the caller gave a wrong number")',
        'key = QKeySequence("Ctrl+Shift+N")',
        'label.setStyleSheet(f"color: {ink};")',
        'address = Address(Room.RUNS, ("run", name))',
        'def of():\n    """Return what is shown."""',
    ):
        assert shown_texts(source) == [], source


def test_a_text_that_the_tools_do_not_find_is_recognized():
    for source in (
        "tr(text)",
        'tr(f"{name} is gone.")',
        'tr("It is " + name)',
        'tr("It is {}.".format(name))',
        'tr("{name} is gone.", run=name)',
        'tr("{name} and {other}", name=name)',
        'tr("Gone.", run=name)',
        "tr(*texts)",
        "f\"{tr('Gone.')} {name}\"",
        'tr("")',
        'tr(" of it")',
    ):
        assert unfit(source) == [1], source


def test_the_window_says_reasons_in_its_own_words():
    """A sentence of the catalog itself may name a command to type; what starts the window speaks at a console."""
    spoken = {
        name: sorted(taken)
        for name, source in FILES.items()
        if (taken := _from_catalog(source) - {"LANGUAGE", "label", "term"})
    }
    assert spoken == {"kit/run_standing.py": ["Language"], "main.py": ["explain"]}


def _from_catalog(source):
    return {
        name.name
        for node in nodes(source)
        if isinstance(node, ast.ImportFrom) and node.module == "labharness.language.catalog"
        for name in node.names
    }
