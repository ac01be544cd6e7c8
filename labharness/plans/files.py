"""Plan files, and what their heads say; no plan is checked."""

from __future__ import annotations

from importlib import resources


def packaged() -> dict[str, bytes]:
    """Return the plan files that come with the product, by id."""
    folder = resources.files("test_plans")
    files = [file for file in folder.iterdir() if file.name.endswith(".toml")]
    return {
        file.name.removesuffix(".toml"): file.read_bytes() for file in sorted(files, key=lambda f: f.name)
    }
