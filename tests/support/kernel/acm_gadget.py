"""Is a TrueRNG in the guest: a stream of bytes behind the kernel's own function of the class CDC-ACM.

``acm_gadget.py VID:PID``.  It sends the bytes of ``Random(14)`` until it is ended, as long as somebody has the port open.
"""

import os
import sys
import tty
from random import Random

from tests.support.kernel.gadget_tree import described, put_on_the_bus

put_on_the_bus(described("serial", "acm.usb0", sys.argv[1], "ubld.it", "TrueRNG", "SIM-1"))
port = os.open("/dev/ttyGS0", os.O_RDWR | os.O_NOCTTY)
tty.setraw(port)
source = Random(14)
while True:
    packet = memoryview(source.randbytes(64))
    while packet:
        packet = packet[os.write(port, packet) :]
