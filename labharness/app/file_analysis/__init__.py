"""Analysis of a file that somebody sent, its detection rates and its report."""
