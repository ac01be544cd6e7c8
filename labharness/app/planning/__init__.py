"""What is done with plans before a run: reading, comparing, copying, editing, saving, and what a change would detect."""
