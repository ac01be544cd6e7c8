"""The harness turned on itself: what a laboratory files to show that the instrument does what it says."""
