"""TrueRNG V1 to V3, TrueRNGpro and TrueRNGpro V2 of ubld.it: raw bytes from a serial port of USB.

The stream begins when the port raises DTR, as a serial port does on opening, and has no commands. A pro takes its mode from the rates
at which the port was opened before: 110, 300, 110, then that of the mode (300 normal, 4800 and 9600 one generator, 19200 raw samples,
57600 not whitened on the V2). Name them in the URL: ``serial://16d0:0aa0?knock=110.300.110.300``.

Source: ``TrueRNG_Read_Simple.py`` of the maker (C. K. Cockrum, 2020).
"""

from __future__ import annotations

from dataclasses import dataclass

from labharness.devices import kit


@kit.adapter(
    name="truerng",
    title="TrueRNG",
    schemes=("serial", "capture"),
    kinds=(kit.Kind.BYTES,),
    source=kit.Source.DEVICE_REPORTED,
    models=("04d8:f5fe", "16d0:0aa0", "04d8:ebb5"),
)
@dataclass
class TrueRng(kit.NoiseDevice):
    """A stream of bytes without an end, a command, or a name."""
