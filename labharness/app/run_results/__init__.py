"""What runs showed, as facts for window and command line: checks, comparisons, remarks."""
