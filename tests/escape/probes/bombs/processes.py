"""Starts many processes that fill memory and wait."""

import time


def probe(given):
    children = []
    for number in range(given["steps"]):
        attempt(f"child {number}", lambda: children.append(_child(given)))
    for child in children:
        os.waitpid(child, 0)


def _child(given):
    child = os.fork()
    if child == 0:
        held = [bytearray(os.urandom(1024) * 1024) for _ in range(given["mebibytes"])]
        time.sleep(given["seconds"] + 0 * len(held))
        os._exit(0)
    return child
