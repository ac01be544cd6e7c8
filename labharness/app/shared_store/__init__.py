"""The laboratory's store of evidence: runs of every bench, each verified when it arrives and when it is fetched."""
