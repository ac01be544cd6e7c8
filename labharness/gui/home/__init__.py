"""The room that people see first: what needs them, the benches, and what ended lately."""
