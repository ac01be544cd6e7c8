"""What nobody may overlook, in the words in which every report and every command says it."""

SIMULATED = "SIMULATED DEVICE — not a submission"
REPLAYED = "REPLAY OF RECORDED BYTES — no device was tested"
UNVERIFIED = "THE EVIDENCE DOES NOT VERIFY"
INTERRUPTED = "INTERRUPTED — the record has no end"
