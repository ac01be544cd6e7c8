"""What a sample can show: defects, detection rates and the claims of plans."""
