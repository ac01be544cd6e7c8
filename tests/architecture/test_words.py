"""Errors and findings of the product hold reasons; the language alone makes sentences of them."""

import ast
import re
from pathlib import Path

import labharness.errors
from labharness.language.catalog import ENGLISH
from tests.support.parsed import house, nodes

PRODUCT = Path(labharness.errors.__file__).parent
PACKAGES = (
    *("analysis", "app", "assessment", "checks", "devices", "evidence", "filings", "games", "model", "plans"),
    *("reporting", "runner", "signing"),
)
"""Packages whose errors are read as reasons."""
ERRORS = frozenset(
    name
    for name, value in vars(labharness.errors).items()
    if isinstance(value, type) and issubclass(value, labharness.errors.LabharnessError)
)


BELOW_THE_LANGUAGE = (
    *("analysis", "assessment", "checks", "devices", "evidence", "filings", "games", "model", "plans"),
    *("runner", "signing"),
)
"""Packages that decide and record, and neither draw nor print."""
SENTENCES_ALLOWED = {
    "checks/": "a check declares its null hypothesis beside its name, as a plug-in does",
    "plans/suite.py": "the reason that a generated plan file states, which people edit",
    "plans/filling.py": "comments of a generated plan file, which people edit",
    "plans/sample_sizes.py": "comments of a generated plan file, which people edit",
}
"""Files and folders with sentences that are data, each with the reason."""
_WORDS = 4


def texts(source):
    """Return the places where an error of the product is made of text, as line and error."""
    calls = [node for node in nodes(source) if isinstance(node, ast.Call)]
    return [
        (call.lineno, call.func.id)
        for call in calls
        if isinstance(call.func, ast.Name) and call.func.id in ERRORS and any(map(_text, call.args))
    ]


def _text(node):
    """Say whether an expression is text as it stands: a literal, one with places, or a sum or choice of them."""
    match node:
        case ast.Constant(value=str()) | ast.JoinedStr() | ast.Call(func=ast.Name(id="str")):
            return True
        case ast.BinOp(left=first, right=second) | ast.IfExp(body=first, orelse=second):
            return _text(first) or _text(second)
        case ast.Call(func=ast.Attribute(value=inner, attr="format" | "join")) | ast.Starred(value=inner):
            return _text(inner)
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            return any(map(_text, parts))
        case _:
            return False


def test_no_error_is_made_of_text():
    for package in PACKAGES:
        result = {
            f"{name}:{line}": error
            for name, source in house(f"labharness/{package}").items()
            for line, error in texts(source)
        }

        assert result == {}, package


def test_text_is_recognized_in_every_form():
    for raised in (
        'InputError("It is wrong.")',
        'InputError(f"{name} is wrong.")',
        'InputError("It is " "wrong.")',
        'InputError("It is " + name)',
        'InputError("%s is wrong." % name)',
        'InputError("{} is wrong.".format(name))',
        'InputError("a" if name else "b")',
        'PlanError(("It is wrong.",))',
        "DeviceLost(str(error))",
        'RegisterError(*["It is wrong."])',
    ):
        assert [error for _, error in texts(f"raise {raised}")] == [raised.partition("(")[0]], raised
    for raised in (
        'InputError(Inputs.TWICE(what=Noun.STAGE, name="a"))',
        "InputError(*error.reasons)",
        'ValueError("for developers")',
    ):
        assert texts(f"raise {raised}") == [], raised


def mixed(source):
    """Return the lines where a type allows a reason or text."""
    unions = [node for node in nodes(source) if isinstance(node, ast.BinOp)]
    sides = [(union.lineno, {ast.unparse(union.left), ast.unparse(union.right)}) for union in unions]
    return [line for line, names in sides if {"Reason", "str"} <= names]


def test_a_reason_is_never_text():
    where = {name: mixed(source) for name, source in house("labharness").items()}

    assert {name: lines for name, lines in where.items() if lines} == {}
    assert mixed("A = Reason | str") == mixed("def f(why: tuple[str | Reason, ...]): ...") == [1]


def drawn_words(source):
    """Return the lines where a picture of a check takes its axes as text."""
    calls = [node for node in nodes(source) if isinstance(node, ast.Call)]
    drawn = [call for call in calls if getattr(call.func, "id", "") in ("heatmap", "histogram", "Picture")]
    pairs = (getattr(value, "elts", (value,))[:1] for call in drawn for value in call.args)
    return [each.lineno for pair in pairs for each in pair if _text(each)]


def test_no_check_words_a_picture():
    files = house("labharness/checks", "labharness/analysis/sampling")
    where = {name: drawn_words(source) for name, source in files.items()}

    assert {name: lines for name, lines in where.items() if lines} == {}
    for axes in ('("card", names), Axis.TIMES', '(Axis.CARD, names), "times"'):
        assert drawn_words(f"histogram(a, b, {axes})") == [1], axes


SPEAKING = frozenset({"say", "worded", "sentences", "explain", "phrase", "clause"})


def spoken_json(source):
    """Return the lines where JSON for programs gets sentences; one stands beside codes, as ``sentence``."""
    calls = [node for node in nodes(source) if isinstance(node, ast.Call)]
    printed = [call for call in calls if getattr(call.func, "id", "") == "print_json"]
    beside = {
        id(value)
        for call in printed
        for node in ast.walk(call)
        if isinstance(node, ast.Dict)
        for key, value in zip(node.keys, node.values, strict=True)
        if getattr(key, "value", None) == "sentence"
    }
    return [
        call.lineno
        for call in printed
        if any(isinstance(node, ast.Name) and node.id in SPEAKING for node in _parts(call, beside))
    ]


def _parts(node, beside):
    """Yield the parts of an expression, those that stand beside codes left out."""
    yield node
    for child in ast.iter_child_nodes(node):
        if id(child) not in beside:
            yield from _parts(child, beside)


def test_json_of_commands_holds_codes():
    where = {name: spoken_json(source) for name, source in house("labharness/cli").items()}

    assert {name: lines for name, lines in where.items() if lines} == {}
    assert spoken_json('print_json({"problems": list(map(say, found))})') == [1]
    assert spoken_json('print_json({"error": kind, "sentence": explain(error), "problems": reasons})') == []


def sentences(source):
    """Return the literals that are whole sentences, with their lines; docstrings and errors for developers aside."""
    aside = set()
    for node in nodes(source):
        body = getattr(node, "body", None)
        for each in body if isinstance(body, list) else ():
            if isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant):
                aside.add(each.value)
        if isinstance(node, ast.Raise):
            aside.update(ast.walk(node))
        if isinstance(node, ast.JoinedStr):
            aside.update(node.values)
    return [
        (node.lineno, text)
        for node in nodes(source)
        if node not in aside and _is_sentence(text := _literal(node))
    ]


def _literal(node):
    """Return the text of a literal, with ``0`` for each place."""
    match node:
        case ast.Constant(value=str(text)):
            return text.strip()
        case ast.JoinedStr(values=parts):
            return "".join(
                str(getattr(each, "value", "0")) if isinstance(each, ast.Constant) else "0" for each in parts
            ).strip()
        case _:
            return ""


def _is_sentence(text):
    words = [word for word in text.split() if word.strip(".,:;()“”\"'").isalpha()]
    return len(words) >= _WORDS and bool(re.match(r"[A-Z0{]", text)) and text.endswith((".", "?"))


def _spoken():
    """Yield each file below the language with its sentences, by its path within the product."""
    for name, source in house(*(f"labharness/{package}" for package in BELOW_THE_LANGUAGE)).items():
        if result := sentences(source):
            yield name.removeprefix("labharness/"), result


def test_no_sentence_is_made_below_the_language():
    allowed, spoken = tuple(SENTENCES_ALLOWED), dict(_spoken())

    assert {name: result for name, result in spoken.items() if not name.startswith(allowed)} == {}
    assert [each for each in allowed if not any(name.startswith(each) for name in spoken)] == []


def test_a_sentence_is_recognized():
    for source in (
        'told = "The device failed the required check."',
        'told = f"{name} failed {count} of the required checks."',
        'told = {"a": "Is the door of the device closed?"}',
    ):
        assert [line for line, _ in sentences(source)] == [1], source
    for source in (
        'def of():\n    """Return what the device failed here."""',
        'raise ValueError("The caller gave a wrong number.")',
        'name = "position by card"',
        'pattern = "[a-z]+ of the four words"',
    ):
        assert sentences(source) == [], source


def test_a_percentage_has_no_space():
    root = PRODUCT.parent
    pages = [
        root / "README.md",
        *(root / "docs").glob("*.md"),
        *(PRODUCT / "language").rglob("*.py"),
        *ENGLISH.iterdir(),
    ]
    result = {page.name: re.findall(r"\d\s+%(?!\w)", page.read_text(encoding="utf-8")) for page in pages}

    assert {name: each for name, each in result.items() if each} == {}
