"""What a sample can show: defects, detection rates and the claims of plans."""

REPLICATES, SEED = 400, 461
"""Submissions for each defect, whose exact 95% limits are at most 5 per cent away from the share, and the seed."""
QUICK = 50
"""Submissions of each defect for the table of a plan that is made: exact 95% limits at most 15 per cent away."""
