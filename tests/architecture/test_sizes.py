"""Sizes beside those of the budgets: words, which are no code, and known generators with their engines and checks."""

from labharness.language.catalog import ENGLISH, messages
from tests.architecture.test_budgets import modules

LINES = 3_900
"""Lines of all catalogs."""


def test_the_catalogs_have_at_most_so_many_lines():
    files = sorted(ENGLISH.iterdir())

    assert {file.suffix for file in files} == {".txt"}
    assert LINES - 100 < sum(len(file.read_text("utf-8").splitlines()) for file in files) <= LINES


def test_a_line_is_a_message_a_form_a_piece_or_a_comment():
    """So the number of lines is that of texts, and nobody saves lines by putting two texts into one."""
    for file in ENGLISH.iterdir():
        lines = [line for line in file.read_text("utf-8").splitlines() if line and line[0] not in "#-"]
        assert len(lines) == sum(map(len, messages(file.stem).values())), file.name


GENERATORS = (
    "analysis/generators",
    "analysis/identification",
    "analysis/laws/kernels/identification",
    "checks",
)
MOST = 2_500
"""Code lines of known generators: whoever adds a family makes no engine longer."""


def test_known_generators_keep_their_budget_of_code_lines():
    every = modules(*(f"labharness/{place}/" for place in GENERATORS)).items()
    assert sum(code for name, (code, *_) in every if "/checks/" not in name or "identified_" in name) <= MOST
