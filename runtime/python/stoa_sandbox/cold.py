"""Starts a cold sandbox. This process becomes the monitor of its only run. Descriptor 3 is the control socket.

The arguments are the folders, in addition to the system folders, that the agent may read.
"""

import os
import sys

# Replaces the script's own folder, which Python put on the path, with the folder of the package.
sys.path[0] = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

from stoa_sandbox.monitor import Wall
from stoa_sandbox.surroundings import Surroundings

_CONTROL = 3

try:
    Wall(Surroundings(readable=sys.argv[1:], shared=False)).run_one(_CONTROL)
except EOFError:
    # The host disconnected before it sent a job.
    os._exit(0)
os._exit(0)
