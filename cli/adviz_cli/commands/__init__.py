"""One file a command; each has its click command in ``command``."""
