import type { HostileAgent } from "./hostile-agent.ts";

/**
 * Agents whose processes together exceed the limit of a single process. Each run must end at one of its limits.
 */
export const PROCESS_BOMBS: HostileAgent[] = [
  {
    name: "takes memory in many processes",
    source: `
import os, time
def main(message):
    for _ in range(8):
        if os.fork() == 0:
            pieces = [b"x" * (1 << 20) for _ in range(200)]
            time.sleep(60)
    time.sleep(60)
`,
    outcome: "failed",
    message: "The agent ran out of memory.",
  },
  {
    name: "opens files in many processes",
    source: `
import ctypes, os, socket, time
def main(message):
    for _ in range(8):
        if os.fork() == 0:
            pairs = [socket.socketpair() for _ in range(100)]
            # PR_SET_DUMPABLE: the monitor can no longer look at this process.
            ctypes.CDLL(None).prctl(4, 0, 0, 0, 0)
            time.sleep(60)
    time.sleep(60)
`,
    outcome: "failed",
    message: "opened too many files",
  },
  {
    name: "loops in many processes",
    source: `
import os
def main(message):
    for _ in range(4): os.fork()
    while True: pass
`,
    limits: { cpuSeconds: 2, wallMs: 20_000 },
    outcome: "timeout",
    message: "2 s of CPU time",
  },
  {
    name: "loops in one short process after the other",
    source: `
import os, time
def main(message):
    while True:
        if os.fork() == 0:
            end = time.monotonic() + 0.2
            while time.monotonic() < end: pass
            os._exit(0)
        os.wait()
`,
    limits: { cpuSeconds: 2, wallMs: 30_000 },
    outcome: "timeout",
    message: "2 s of CPU time",
  },
  {
    name: "starts processes endlessly",
    source: `
import os, time
def main(message):
    while True:
        try: os.fork()
        except OSError: time.sleep(0.01)
`,
    limits: { wallMs: 2000 },
    outcome: "timeout",
  },
];
