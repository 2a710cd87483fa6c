"""Starts a warm parent. The argument is the JSON of ParentSetup. The parent reports on descriptor 3 when it is ready.
"""

import os
import sys

# Replaces the script's own folder, which Python put on the path, with the folder of the package.
sys.path[0] = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

from stoa_sandbox.warm_parent import main

main(sys.argv[1])
