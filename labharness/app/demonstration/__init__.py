"""The demonstration and the rehearsal of a whole submission on simulated devices."""
