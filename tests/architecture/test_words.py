"""Errors of the product hold reasons; the language alone makes sentences of them."""

import ast
from pathlib import Path

import pytest

import labharness.errors

PRODUCT = Path(labharness.errors.__file__).parent
PACKAGES = (
    *("analysis", "app", "assessment", "checks", "devices", "evidence", "filings", "games", "model", "plans"),
    *("reporting", "runner", "signing"),
)
"""Packages whose errors are read as reasons."""
STILL_TEXT = frozenset({"app"})
"""Packages whose errors still hold text: commands, above the language; the list only gets shorter."""
ERRORS = frozenset(
    name
    for name, value in vars(labharness.errors).items()
    if isinstance(value, type) and issubclass(value, labharness.errors.LabharnessError)
)


def texts(source):
    """Return the places where an error of the product is made of text, as line and error."""
    tree = ast.parse(source)
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
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


@pytest.mark.parametrize("package", sorted(set(PACKAGES) - STILL_TEXT))
def test_no_error_is_made_of_text(package):
    found = {
        f"{path.relative_to(PRODUCT)}:{line}": error
        for path in sorted((PRODUCT / package).rglob("*.py"))
        for line, error in texts(path.read_text(encoding="utf-8"))
    }

    assert found == {}


@pytest.mark.parametrize("package", sorted(STILL_TEXT))
def test_a_package_without_text_leaves_the_list(package):
    assert any(texts(path.read_text(encoding="utf-8")) for path in (PRODUCT / package).rglob("*.py"))


@pytest.mark.parametrize(
    "raised",
    [
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
    ],
)
def test_text_is_recognized_in_every_form(raised):
    assert [error for _, error in texts(f"raise {raised}")] == [raised.partition("(")[0]]


def test_reasons_are_not_text():
    assert texts('raise InputError(Inputs.TWICE(what=Noun.STAGE, name="a"))') == []
    assert texts("raise InputError(*error.reasons)") == []
    assert texts('raise ValueError("for developers")') == []
