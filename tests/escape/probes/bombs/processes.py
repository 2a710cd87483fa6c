"""Starts an endless number of processes that fill memory and wait."""

import time


def probe(given):
    children = []
    for number in range(given["steps"]):
        attempt(f"child {number}", lambda: children.append(_child(given["mebibytes"])))
    for child in children:
        os.waitpid(child, 0)


def _child(mebibytes):
    child = os.fork()
    if child == 0:
        held = [bytearray(os.urandom(1024) * 1024) for _ in range(mebibytes)]
        time.sleep(0.1 + 0 * len(held))
        os._exit(0)
    return child
