"""Commands: the name of a file is that of its command, and a folder is a group."""
