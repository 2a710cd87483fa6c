"""Uses processor time without a run, in a chain of processes: each process works for a moment, starts the next one and
ends, so that no process appears to work for long.
"""

import time

# Outside a sandbox nothing else ends the workers, so they stop after 2 s.
_SECONDS = 300 if os.path.exists("/host/control") else 2
_NOTES = f"{os.environ.get('HOME', '/tmp')}/stoa-escape-pieces"
_WORK = """
import os, signal, sys, time
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
notes = open(sys.argv[1], "a")
end = time.monotonic() + float(sys.argv[2])
while time.monotonic() < end:
    piece = time.monotonic() + 0.05
    while time.monotonic() < piece: pass
    print("worked", file=notes, flush=True)
    if os.fork(): os._exit(0)
"""

if os.fork() == 0:
    os.execv("/usr/bin/python3", ["/usr/bin/python3", "-I", "-S", "-c", _WORK, _NOTES, str(_SECONDS)])


def probe(given):
    time.sleep(given["seconds"])
    # Outside a sandbox, the workers share this folder. In a sandbox, each run has its own folder.
    attempt("work", lambda: open(_NOTES).read().index("worked"))
    return "honest"
