"""Long matrices of parameters, thin by default."""

import pytest


def every(step, parameters):
    """Leave every so many-th of some parameters to the default suite; ``make long`` tries the others too."""
    return [each if at % step == 0 else _long(each) for at, each in enumerate(parameters)]


def _long(parameter):
    if not isinstance(parameter, type(pytest.param())):
        return pytest.param(parameter, marks=pytest.mark.long)
    return pytest.param(*parameter.values, id=parameter.id, marks=(*parameter.marks, pytest.mark.long))
