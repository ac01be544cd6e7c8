"""Recovery of a known generator's state from outcomes, and the proof by all later ones.

``stream`` has the outcomes, ``generator`` what a family declares and what its engine must do, ``proof`` the one rule of proof,
``catalog`` the families found in :mod:`labharness.analysis.generators`, ``search`` the order, the effort and what was not tried.
The engines (``congruential``, ``linear``, ``additive``, ``seeds``) are base classes of families.
"""
