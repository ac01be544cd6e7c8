"""The work of people at a bench: what a prompt wants of them, and the answer that the runner understands."""
