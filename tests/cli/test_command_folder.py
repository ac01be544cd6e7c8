"""Commands by folder."""

import sys

import pytest
from typer.main import get_command

from labharness.cli.folder import CommandFolder, every_command
from labharness.cli.root import app

IMPORTS = """from labharness.acts.declaring import act
from labharness.acts.gates import OUTSIDE
"""


def written(name):
    """Return the source of an act that does one thing."""
    return f"""{IMPORTS}
@act(OUTSIDE, "It is planted.", shown=lambda _: (), code=lambda _: 5)
def {name}(_):
    \"\"\"Do one thing.\"\"\"
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    package = tmp_path / "planted_commands"
    package.mkdir()
    (package / "__init__.py").write_text("", "utf-8")
    (package / "two_words.py").write_text(written("two_words"), "utf-8")
    (package / "import_.py").write_text(written("import_"), "utf-8")
    (package / "broken.py").write_text(f"{written('broken')}\nraise RuntimeError\n", "utf-8")
    (package / "several.py").write_text(
        f'"""Do several things."""\n{written("first")}\n{written("second")}', "utf-8"
    )
    monkeypatch.syspath_prepend(tmp_path)
    yield CommandFolder(every_command(package.name), name="planted")
    for name in [name for name in sys.modules if name.startswith(package.name)]:
        del sys.modules[name]


def test_a_file_is_a_command_or_a_group(folder):
    assert folder.list_commands(None) == ["broken", "import", "several", "two-words"]
    assert folder.get_command(None, "two-words").callback(as_json=False) == 5
    assert folder.get_command(None, "several").list_commands(None) == ["first", "second"]
    assert folder.get_command(None, "nothing") is None


def test_the_help_loads_no_command(folder, capsys):
    folder.main(["--help"], standalone_mode=False)
    shown = capsys.readouterr().out
    assert "Do several things." in shown
    assert shown.count("Do one thing.") == 3
    assert {name for name in sys.modules if name.startswith("planted_commands")} <= {"planted_commands"}


def test_a_command_that_does_not_load_leaves_the_others(folder):
    with pytest.raises(RuntimeError):
        folder.get_command(None, "broken")
    assert folder.get_command(None, "import").callback(as_json=False) == 5


def test_the_root_holds_the_packaged_commands():
    assert get_command(app).list_commands(None) == sorted(every_command())
    assert get_command(app).get_command(None, "accept-loss").name == "accept-loss"
