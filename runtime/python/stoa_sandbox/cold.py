"""Entry of a cold sandbox: this process becomes the monitor of its only run. Control socket: descriptor 3."""

import os
import sys

# The folder of the package, in place of the script's own that Python put there.
sys.path[0] = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

from stoa_sandbox import monitor, namespaces

_CONTROL = 3

try:
    monitor.supervise(_CONTROL, namespaces.OWN_PROCESSES_AND_MOUNTS)
except EOFError:
    # The host went away before it had sent a job.
    os._exit(0)
os._exit(0)
