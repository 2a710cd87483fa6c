"""Writes forged monitor frames (an answer and the end of the run) to every descriptor, and then fails or waits."""

import struct
import time

_END = b'{"code":0,"reason":null}'


def probe(given):
    forgery = b'{"type":"result","value":"forged"}\n'
    frames = b"S" + bytes(4), b"Z" + struct.pack(">I", len(_END)) + _END, b"Z" + struct.pack(">I", len(_END)) + _END + b"\n"
    for descriptor in range(1024):
        for data in (forgery, *frames):
            try:
                os.write(descriptor, data)
            except OSError:
                continue
            if descriptor < 4:
                tried.append(f"descriptor {descriptor}")
                reached.append(f"descriptor {descriptor}")
    if given["next"] == "fail":
        raise ValueError("honest")
    if given["next"] == "wait":
        time.sleep(given["seconds"])
