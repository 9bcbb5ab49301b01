"""Pictures where people write: Sphinx, Markdown, notebooks, files with markers.

What they have in common: `options` (which there are), `asking` (a line of words to what is asked
for), `sources` and `suspects` (what is drawn), `figure` (the picture), `saying` (what a picture
says, and whether that is still true).  A host is one file.
"""
