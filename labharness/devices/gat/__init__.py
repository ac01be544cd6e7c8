"""The terminal's side of GSA's Game Authentication Terminal protocol 3.50: authentication of software over a serial port.

Sources, by what they were used for:

- frames, commands, status bits: GSA, *GAT Protocol v3.50.0*, gsa-p0093.001.00 (studylib.net/doc/8224367), and the public
  implementation github.com/peniwize/GatHost, which agrees with it;
- the reports' elements, as a shuffler sent them: IOActive, *Shuffle Up and Deal*, Black Hat USA 2023, slides 27 and 28.

Not verified on a unit: that the seed is the hexadecimal key of HMAC-SHA-1 over the bytes of a component, and that
:data:`~labharness.devices.gat.terminal.NO_SEED` asks for plain SHA-1.
"""
