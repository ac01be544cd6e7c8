"""The room of runs: the table of all, and the results of one."""
