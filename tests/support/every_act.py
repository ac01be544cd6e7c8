"""All acts of the product."""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

import labharness.acts
from labharness.acts.declaring import Act


@cache
def every_act():
    """Return the acts in the order of their names."""
    modules = [
        import_module(f"labharness.acts.{each.name}") for each in iter_modules(labharness.acts.__path__)
    ]
    acts = {each.name: each for module in modules for each in vars(module).values() if isinstance(each, Act)}
    return tuple(acts[name] for name in sorted(acts))
