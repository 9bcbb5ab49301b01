"""Numbers that remember: ordinary Python in, the same graph, sweeps and pictures out."""
