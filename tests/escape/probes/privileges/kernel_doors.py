"""Opens kernel interfaces that exploits use."""

_USER_MODE_ONLY = 1


def probe(given):
    # A software event that measures only its own process, which ordinary users may request.
    event = bytearray(112)
    event[0:8] = (1).to_bytes(4, "little") + (112).to_bytes(4, "little")
    event[40:41] = b"\x60"
    attempt("io_uring", lambda: call("io_uring_setup", 8, ctypes.create_string_buffer(200)))
    attempt("userfaultfd", lambda: call("userfaultfd", _USER_MODE_ONLY))
    attempt("perf_event_open", lambda: call("perf_event_open", bytes(event), 0, -1, -1, 0))
    attempt("adjtimex", lambda: call("adjtimex", ctypes.create_string_buffer(256)))
    attempt("sethostname", lambda: call("sethostname", b"escaped", ctypes.c_size_t(7)))
