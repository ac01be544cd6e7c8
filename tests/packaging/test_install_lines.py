"""No document, sentence or script installs labharness from a package index by its name: another program has it there."""

import re
import tomllib

from tests.architecture.test_tree import ROOT, project_files

TEXT = {".cfg", ".iss", ".md", ".ps1", ".py", ".sh", ".spec", ".toml", ".txt", ".yaml", ".yml"}
SCRIPTS = {"Makefile", ".ci/run"}
# What stands between the words of a command in Markdown, Python, make and shells; a command may go on in the next line.
BETWEEN = re.compile(r"[\s,\"'`\\\\|#]+")
INSTALLS = re.compile(
    r"\b(?:pip3?|pipx|uv)(?:\.exe|\))? (?:(?:-\S+|pip|tool) ){0,6}(?:install|download|wheel|add|run|inject)((?: [^ ]+){1,12})"
)
WITH_VALUE = {"-c", "-d", "-r", "--constraint", "--dest", "--find-links"}
WITH_VALUE |= {"--outdir", "--python", "--requirement"}
PLACE = re.compile(r"[/\\{<$]|^PATH\[|^\.|\.whl")
FROM_INDEX = {"uv"}
"""What make lock takes from the index to make the lock files: a tool, no part of what is installed."""
BY_EXTRA = re.compile(r"(?<![\w-])labharness ?\[\w")


def names_of_index(text):
    """Return what the commands of a text install by a name."""
    names = [match[0] for match in BY_EXTRA.finditer(text)]
    for command in INSTALLS.finditer(BETWEEN.sub(" ", text)):
        words = iter(command[1].split())
        for word in words:
            if word in WITH_VALUE:
                next(words, None)
                if word in ("-r", "--requirement"):
                    break
            elif word == "--no-index":
                break
            elif not word.startswith("-"):
                if not PLACE.search(word) and word.rstrip(".,;:)") not in FROM_INDEX:
                    names.append(word)
                break
    return names


def test_nothing_is_installed_from_an_index_by_name():
    files = [
        name
        for name in project_files()
        if ((ROOT / name).suffix in TEXT or name in SCRIPTS)
        and not __file__.endswith(name)
        and not name.startswith("tests/goldens/")
    ]
    named = {name: names for name in files if (names := names_of_index((ROOT / name).read_text("utf-8")))}

    assert len(files) > 1000
    assert named == {}


def test_an_installation_by_name_is_noticed():
    for line in (
        "Run `pip install labharness`.",
        "pip install 'labharness[gui]'",
        'why = ("Install it with: pip "\n    "install labharness-gaming-laboratory")',
        "$(pip) install --upgrade labharness",
        "python -m pip install --quiet labharness-gaming-laboratory==0.1.0",
        "pipx install labharness",
        "uv tool install labharness",
        "uv pip install 'labharness-gaming-laboratory[gui]'",
        '    "labharness[gui,dev]",',
    ):
        assert names_of_index(line), line


def test_an_installation_from_a_file_is_none_by_name():
    for line in (
        "pip install --no-deps --no-build-isolation -e .",
        "pip install --require-hashes -r requirements.lock",
        "pip install --no-index --no-deps dist/labharness_gaming_laboratory-0.1.0-py3-none-any.whl",
        "pip install 'PATH[gui]'",
        'subprocess.run([sys.executable, file / "pip", "install", "--no-index", file])',
        "pip checks the hashes at every installation",
    ):
        assert names_of_index(line) == [], line


def test_the_name_of_the_distribution_is_not_that_of_the_package():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]

    assert project["name"] == "labharness-gaming-laboratory"
    assert project["scripts"] == {"labharness": "labharness.cli:main"}
