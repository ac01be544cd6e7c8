"""No function of the window only forwards: whoever wants something asks whoever has it."""

import ast

from tests.support.parsed import house, nodes

SOURCES = house("labharness/gui")
EXCEPTIONS: set[str] = set()
"""Functions that only forward all the same; the list may only become shorter."""


def of_self(node):
    """Say whether an expression is an attribute of the object itself, or of one of its attributes."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name) and node.id == "self"


def is_name(node):
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name)


def forwards(function):
    """Say whether a function is one call that hands on all of its parameters, with nothing but attributes of its object.

    One without parameters ends or reads something of its own; one that calls a class makes an object.
    """
    taken = function.args
    every = (*taken.posonlyargs, *taken.args, *taken.kwonlyargs, taken.vararg, taken.kwarg)
    names = [each.arg for each in every if each is not None and each.arg not in ("self", "cls")]
    body = [
        node
        for node in function.body
        if not isinstance(node, ast.Import | ast.ImportFrom)
        and not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
    ]
    if (
        not names
        or function.decorator_list
        or len(body) != 1
        or not isinstance(body[0], ast.Expr | ast.Return)
    ):
        return False
    call = body[0].value
    if (
        not isinstance(call, ast.Call)
        or not is_name(call.func)
        or ast.unparse(call.func).split(".")[-1].lstrip("_")[0].isupper()
    ):
        return False
    given = [each.value if isinstance(each, ast.Starred) else each for each in call.args]
    given += [each.value for each in call.keywords]
    handed = [each.id for each in given if isinstance(each, ast.Name)]
    others = [each for each in given if not isinstance(each, ast.Name)]
    return sorted(handed) == sorted(names) and all(map(of_self, others))


def functions():
    """Yield the functions and methods of the window, each with its file and the class that it is of."""
    for file, source in SOURCES.items():
        for holder in nodes(source):
            if isinstance(holder, ast.Module | ast.ClassDef):
                for node in holder.body:
                    if isinstance(node, ast.FunctionDef):
                        yield file, holder, node


def bases():
    """Return the names of the methods and of the bases of every class, by its name."""
    classes = {}
    for source in SOURCES.values():
        for node in nodes(source):
            if isinstance(node, ast.ClassDef):
                methods = {each.name for each in node.body if isinstance(each, ast.FunctionDef)}
                classes[node.name] = methods, [ast.unparse(each).partition("[")[0] for each in node.bases]
    return classes


def overrides(classes, holder, name):
    """Say whether a method is one of Qt, whose names are in camel case, or of a base in the window."""
    if name != name.lower():
        return True
    waiting = classes.get(getattr(holder, "name", ""), ((), []))[1][:]
    while waiting:
        methods, further = classes.get(waiting.pop(), ((), []))
        if name in methods:
            return True
        waiting += further
    return False


def test_no_function_of_the_window_only_forwards():
    classes = bases()
    forwarding = {
        f"{file}: {node.name}"
        for file, holder, node in functions()
        if forwards(node) and not overrides(classes, holder, node.name)
    }
    assert forwarding == EXCEPTIONS


def test_what_only_forwards_is_seen():
    for taken, body in (
        ("a, b", "other(a, b)"),
        ("a, b", "return self.part.act(b, a)"),
        ("a, b", "return other(self._place, a, b=b)"),
        ("*a", "return other(*a)"),
        ("a, *b, **c", "other(self._place, a, *b, **c)"),
    ):
        (function,) = ast.parse(f"def act(self, {taken}):\n    '''Do.'''\n    import x\n    {body}").body
        assert forwards(function), body
    for body in (
        "other(a)",
        "other(a, b + 1)",
        "self.made = other(a, b)",
        "return Part(a, b)",
        "other(a)(b)",
    ):
        (function,) = ast.parse(f"def act(self, a, b):\n    {body}").body
        assert not forwards(function), body
