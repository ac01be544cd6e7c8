"""The decision rule: from results of checks to a verdict, the retest included."""
