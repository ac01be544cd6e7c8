"""Nights: the queue of a bench, the journal of what it took, and schedules.

The queue says what somebody wants run. What happened is read from the run folders, never from the queue.
"""
