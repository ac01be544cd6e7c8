"""From observations to results: sampling, the check protocol, exact laws, the decision rule."""
