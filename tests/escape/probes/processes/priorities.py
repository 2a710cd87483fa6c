"""Tries to take more processor time than its share, or to leave less for other processes."""


def probe(given):
    attempt("setpriority", lambda: os.setpriority(os.PRIO_PROCESS, 0, os.getpriority(os.PRIO_PROCESS, 0)))
    attempt("affinity", lambda: os.sched_setaffinity(0, os.sched_getaffinity(0)))
    attempt("batch", lambda: os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0)))
    attempt("ioprio", lambda: call("ioprio_set", 1, 0, 2 << 13))
