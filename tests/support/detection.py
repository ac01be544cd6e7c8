"""How often a plan finds one defect."""

from labharness.analysis.power.detection import powers


def power(frozen, catalog, defect, *args, **options):
    """Return what :func:`powers` finds of one defect."""
    (result,) = powers(frozen, catalog, (defect,), *args, **options)
    return result
