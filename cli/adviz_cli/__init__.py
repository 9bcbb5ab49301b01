"""The command ``adviz``: options in, one library call, messages and an exit code out."""
