"""Authentication of a unit's software: images, the session with its device, and the record of both."""
