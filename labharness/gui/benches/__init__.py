"""The room of benches: the queue of each, its schedules, and who changed what."""
