"""Opens many pipes and fills their buffers, which are kernel memory."""

import fcntl

_SET_PIPE_SIZE = 1031


def probe(given):
    held = []

    def pipes():
        for _ in range(given["steps"]):
            reading, writing = os.pipe()
            held.extend((reading, writing))
            os.set_blocking(writing, False)
            fcntl.fcntl(writing, _SET_PIPE_SIZE, 1 << 20)
            os.write(writing, bytes(1 << 20))

    attempt("pipes", pipes)
    for descriptor in held:
        os.close(descriptor)
