"""No password comes with the program: whoever signs or connects brings a secret of their own."""

import ast
import re
from pathlib import Path

from labharness.app.workspace.register import open_register
from labharness.app.workspace.workspace import Workspace
from tests.architecture.test_tree import PACKAGES, ROOT, project_files
from tests.support.parsed import house, nodes

SECRET = re.compile(r"pass(word|phrase|_phrase)|secret(?!s_)|credential", re.IGNORECASE)
SETTING = re.compile(
    rb"(?im)^\s*[\w.-]*(password|passphrase|secret|credential)[\w.-]*\s*[:=]\s*[\"']?[^\s\"'$#<{]"
)
SETTINGS = {".toml", ".yaml", ".yml", ".ini", ".cfg", ".service", ".conf", ".env", ".json"}


def given(node):
    """Yield the names that a node gives a value to, with the values; of statements, those of constants."""
    if isinstance(node, ast.Assign | ast.AnnAssign) and not isinstance(node.value, ast.Constant):
        return
    if isinstance(node, ast.Assign):
        yield from ((ast.unparse(target), node.value) for target in node.targets)
    elif isinstance(node, ast.AnnAssign):
        yield ast.unparse(node.target), node.value
    elif isinstance(node, ast.keyword) and node.arg:
        yield node.arg, node.value
    elif isinstance(node, ast.arguments):
        named = [each.arg for each in (*node.posonlyargs, *node.args)]
        yield from zip(named[len(named) - len(node.defaults) :], node.defaults, strict=True)
        alone = zip(node.kwonlyargs, node.kw_defaults, strict=True)
        yield from ((each.arg, value) for each, value in alone if value is not None)
    elif isinstance(node, ast.Dict):
        yield from (
            (str(key.value), value)
            for key, value in zip(node.keys, node.values, strict=True)
            if isinstance(key, ast.Constant)
        )


def written_secrets(source):
    """Return the names of secrets whose value stands in a program."""
    return [
        name
        for node in nodes(source)
        for name, value in given(node)
        if SECRET.search(name)
        and isinstance(value, ast.Constant)
        and isinstance(value.value, str | bytes)
        and value.value
    ]


def test_no_module_holds_a_password():
    result = {name: written_secrets(source) for name, source in house(*PACKAGES).items()}
    assert {name: secrets for name, secrets in result.items() if secrets} == {}


def test_a_password_in_a_program_is_found():
    for program in (
        "PASSWORD = 'admin'",
        "def open(*, passphrase='x'): ...",
        "connect(password='x')",
        "{'secret': b'x'}",
    ):
        assert written_secrets(program), program


def test_no_file_of_settings_holds_a_password():
    product = (name for name in project_files() if not name.startswith("tests/"))
    files = (name for name in product if Path(name).suffix in SETTINGS)
    assert [name for name in files if SETTING.search((ROOT / name).read_bytes())] == []


def test_a_new_workspace_knows_nobody(tmp_path):
    with open_register(Workspace.init(tmp_path / "workspace")) as register:
        assert not register.people()
