"""Entry of a cold sandbox: this process becomes the monitor of its only run. Control socket: descriptor 3.

Arguments: the folders beyond the system's that its agent may read.
"""

import os
import sys

# The folder of the package, in place of the script's own that Python put there.
sys.path[0] = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

from stoa_sandbox.monitor import Wall
from stoa_sandbox.surroundings import Surroundings

_CONTROL = 3

try:
    Wall(Surroundings(readable=sys.argv[1:], shared=False)).run_one(_CONTROL)
except EOFError:
    # The host went away before it had sent a job.
    os._exit(0)
os._exit(0)
