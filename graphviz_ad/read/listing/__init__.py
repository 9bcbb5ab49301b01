"""What graphs that somebody wrote have in common: records, put in order and checked, to Graph."""
