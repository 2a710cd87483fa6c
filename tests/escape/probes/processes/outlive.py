"""Detaches from the processes that end it together with its monitor, and from the kernel's out-of-memory selection."""

_SET_DEATH_SIGNAL = 1


def probe(given):
    attempt("no death signal", lambda: call("prctl", _SET_DEATH_SIGNAL, 0, 0, 0, 0))
    attempt("not the first victim", lambda: open("/proc/self/oom_score_adj", "w").close())
