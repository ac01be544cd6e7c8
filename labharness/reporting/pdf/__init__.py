"""How a PDF is made: pages, numbers, headings with what they head, and the archival form."""
