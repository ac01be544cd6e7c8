"""labharness: certification test harness for devices under 58 Pa. Code § 461a.4."""

from __future__ import annotations

# Here nothing is imported that Python has not loaded already: __main__ has not yet taken the current folder off the path.
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from importlib.machinery import ModuleSpec

# Threads of the linear algebra share sums among the cores: their last digits would depend on the number of cores, and
# waiting for each other costs up to fifty times the work itself.  NumPy reads this when it is first imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

__version__ = "0.2.0"
FILES_SHA256 = "labharness_sha256"
"""Name, among versions on record, of the hash over the program's own files."""
LEAVES = ("device_adapters", "reports", "test_plans")
"""Packages of the product with general names, which other distributions and folders use too."""
INSTALLED_LEAVES = "_leaves"
_here = os.path.dirname(os.path.abspath(__file__))
_inside = os.path.join(_here, INSTALLED_LEAVES)
LEAVES_HOME = _inside if os.path.isdir(_inside) else os.path.dirname(_here)
"""Folder of these packages: where a wheel was installed inside this package, in a checkout beside it."""


class _Leaves:
    """Finder of :data:`LEAVES` at their one place, before ``sys.path`` is searched."""

    @staticmethod
    def find_spec(fullname: str, _path: object = None, _target: object = None) -> ModuleSpec | None:
        """Return where a package of the product lies, None for all other modules."""
        if fullname not in LEAVES:
            return None
        from importlib.machinery import PathFinder

        spec = PathFinder.find_spec(fullname, [LEAVES_HOME])
        if spec is None:
            raise ModuleNotFoundError(
                f"{fullname} is missing in {LEAVES_HOME}. Install labharness again.", name=fullname
            )
        return spec


def _refuse_strangers() -> None:
    """Raise ImportError where a program imported another package of such a name first: its code would run as ours."""
    for name in sys.modules.keys() & set(LEAVES):
        place = getattr(sys.modules[name], "__file__", None) or "a folder without modules"
        own = os.path.join(LEAVES_HOME, name, "__init__.py")
        if not os.path.isfile(place) or not os.path.samefile(place, own):
            raise ImportError(
                f"{name} was imported from {place}, and labharness has a package of that name. Import labharness first.",
                name=name,
            )


_refuse_strangers()
sys.meta_path.insert(0, _Leaves)
