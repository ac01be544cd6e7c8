"""The test plan in a report: settings of every shape are printed as words, never as the program holds them."""

from reports.plan import settings_in_words


def test_nested_settings_are_words():
    settings = {
        "units": 1_250_000,
        "restart": True,
        "health": {"min_entropy": 8.0, "source": "uniform bits"},
        "sizes": [52, 53],
    }
    assert settings_in_words(settings) == (
        "units: 1,250,000; restart: yes; health: (min entropy: 8; source: uniform bits); sizes: 52, 53"
    )
