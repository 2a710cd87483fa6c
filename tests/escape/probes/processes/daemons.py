"""Leaves processes behind: a child, a grandchild that nobody waits for, and programs in separate process groups. They keep
the run's pipes open and show a mark in their command line.
"""

import subprocess
import time

# This file contains the mark only in parts, so that a search for the mark does not find processes that merely have this source in their command line.
_MARK = "stoa-escape" + "-daemon"
_PROGRAM = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); signal.signal(signal.SIGHUP, signal.SIG_IGN); time.sleep({})"


def probe(given):
    command = ["/usr/bin/python3", "-I", "-c", _PROGRAM.format(given["seconds"]), _MARK]

    def fork_twice():
        child = os.fork()
        if child == 0:
            if os.fork() == 0:
                os.setpgid(0, 0)
                os.execv(command[0], command)
            os._exit(0)
        os.waitpid(child, 0)

    def fork_once():
        if os.fork() == 0:
            time.sleep(given["seconds"])
            os._exit(0)

    attempt("a grandchild", fork_twice)
    attempt("a child", fork_once)
    attempt("a program", lambda: subprocess.Popen(command, process_group=0) if sys.version_info >= (3, 11) else subprocess.Popen(command))
    attempt("programs in the background", lambda: os.system("".join(f"{command[0]} -I -c '{command[3]}' {_MARK} & " for _ in range(3))) and _fail())
    return "honest"


def _fail():
    raise OSError("no shell")
