"""Runs the command line `python -m stoa`, which runs and checks agents on this machine."""

import sys

from ._laptop.command import main

sys.exit(main())
