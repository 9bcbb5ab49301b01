"""``python -m graphviz_ad`` is the command ``adviz``."""

import importlib
import sys

if __name__ == "__main__":
    # By name, since the library stands below the command and does not import it.
    sys.exit(importlib.import_module("adviz_cli.__main__").main())
