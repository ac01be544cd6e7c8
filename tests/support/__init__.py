"""What tests share: factories of runs, filings and reports, and plain versions of what is compiled."""
