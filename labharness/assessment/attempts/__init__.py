"""Several runs on one device: attempts, the retest, cured failures and invalidated runs."""
