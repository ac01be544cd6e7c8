"""What a submission holds, from its runs and register to the rows of its report."""
