"""Entry of a warm parent. Argument: its JSON; descriptor 3: where it says that it is ready."""

import os
import sys

# The folder of the package, in place of the script's own that Python put there.
sys.path[0] = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

from stoa_sandbox.warm_parent import main

main(sys.argv[1])
