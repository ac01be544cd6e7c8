"""A process that writes to a register until it has done its share or is killed.

``writer.py URL NAME TIMES`` puts the unit NAME as often, and prints each record's number when it is on record.
"""

import sys
from datetime import date

from labharness.filings.entries.events import Unit
from labharness.filings.store.register import Register

url, name, times = sys.argv[1], sys.argv[2], int(sys.argv[3])
with Register.open(url) as register:
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    sys.stdin.readline()
    for turn in range(times):
        unit = Unit(
            id=name, product="shuffler", serial=str(turn), received=date(2026, 3, 2), condition="x" * 3000
        )
        change = register.put("s-1", unit, "engineer-a", f"Turn {turn} of {name}.")
        sys.stdout.write(f"{change.number} {change.hash}\n")
        sys.stdout.flush()
