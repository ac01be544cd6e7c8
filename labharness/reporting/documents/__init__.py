"""Documents that are no report of a run or a submission: records of an authentication, a check of the interface, a file, a validation."""
