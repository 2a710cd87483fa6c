"""Tries to survive the end of its monitor, and to avoid being selected when the kernel runs out of memory."""

_SET_DEATH_SIGNAL = 1


def probe(given):
    attempt("no death signal", lambda: call("prctl", _SET_DEATH_SIGNAL, 0, 0, 0, 0))
    attempt("not the first victim", lambda: open("/proc/self/oom_score_adj", "w").close())
