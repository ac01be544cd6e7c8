"""Games as TOML: sets of cards, stacks and the outcome rules of `labharness.games` that they name."""
