"""From observations to counts: blocks, tallies, the check protocol and the fold over a sample."""
