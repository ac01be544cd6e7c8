"""The work of a person at a bench: what a run asks, in large type, and the place for the answer."""
