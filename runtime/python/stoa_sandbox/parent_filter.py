"""Writes the system call filter of warm parents with a developer's packages to stdout. The host passes the filter to
bubblewrap.
"""

import os
import sys

# Python adds the script's own folder to the path, but stoa_sandbox can only be imported from the folder that contains
# it.
sys.path[0] = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

from stoa_sandbox import linux, seccomp

sys.stdout.buffer.write(seccomp.build_parent_filter(linux.machine()))
