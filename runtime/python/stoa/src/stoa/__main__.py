"""`python -m stoa`: runs and checks agents on this machine."""

import sys

from ._laptop.command import main

sys.exit(main())
