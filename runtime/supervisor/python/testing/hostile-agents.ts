import type { HostileAgent } from "./hostile-agent.ts";
import { PROCESS_BOMBS } from "./hostile-processes.ts";

/** Returns Python code that tries several actions and lists the actions that succeeded. */
function attempt(body: string, setup = ""): string {
  return `
import os, socket, sys
worked = []
def attempt(name, action):
    try:
        action()
    except (OSError, ValueError):
        return
    worked.append(name)
${setup}
def main(message, host_file="", host_port=0):
${body.replace(/^/gm, "    ")}
    return worked
`;
}

/**
 * Agents that try to read, reach or change something forbidden. Each answers with the list of attempts that worked,
 * which must be empty.
 */
const TRESPASSERS: HostileAgent[] = [
  {
    name: "reads the host's files",
    source: attempt(`
for path in ("/etc/shadow", "/etc/hostname", "/proc/kcore", "/proc/kallsyms", "/proc/cmdline", host_file):
    attempt(path, lambda: open(path, "rb").read(1))
# The sandbox has its own file there, without the host's users.
attempt("/etc/passwd", lambda: open("/etc/passwd").read().index("root:"))
for path in ("/home", "/var", "/srv", "/boot", "/sys", "/opt"):
    attempt(path, lambda: os.listdir(path) and None)`),
    outcome: "completed",
    output: [],
  },
  {
    name: "looks at other processes",
    source: attempt(`
worked.extend(name for name in os.listdir("/proc") if name.isdigit() and name != "1")
attempt("parent", lambda: open(f"/proc/{os.getppid()}/environ").read())`),
    outcome: "completed",
    output: [],
  },
  {
    name: "opens connections",
    source: attempt(`
for host, port in (("127.0.0.1", host_port), ("127.0.0.1", 22), ("::1", host_port), ("169.254.169.254", 80), ("1.1.1.1", 53)):
    attempt(host, lambda: socket.create_connection((host, port), 1))
attempt("udp", lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("1.1.1.1", 53)))
attempt("abstract", lambda: socket.socket(socket.AF_UNIX).connect("\\0stoa-host-abstract"))
for family, kind in ((socket.AF_PACKET, socket.SOCK_RAW), (socket.AF_NETLINK, socket.SOCK_RAW), (socket.AF_INET, socket.SOCK_RAW), (40, 1), (38, 5)):
    attempt(f"family {family}", lambda: socket.socket(family, kind))`),
    outcome: "completed",
    output: [],
  },
  {
    name: "looks for the sockets of its parent and of other runs",
    source: attempt(`
attempt("/host", lambda: os.listdir("/host").index("control"))
for path in ("/host/control/parent", *(f"/host/gateways/{number}" for number in range(1, 300))):
    attempt(path, lambda: socket.socket(socket.AF_UNIX).connect(path))`),
    outcome: "completed",
    output: [],
  },
  {
    name: "changes the system",
    source: attempt(`
for path in ("/x", "/usr/x", "/etc/x", "/dev/x", "/run/x", "/stoa/x", "/stoa/packages/x", "/proc/sys/kernel/core_pattern", "/usr/bin/env"):
    attempt(path, lambda: open(path, "a"))
attempt("unlink", lambda: os.unlink("/run/gateway.sock"))
attempt("chmod", lambda: os.chmod("/stoa/stoa_sandbox/monitor.py", 0o777))`),
    outcome: "completed",
    output: [],
  },
  {
    name: "starts processes in other sessions, and children of its monitor",
    source: attempt(
      `
attempt("session", os.setsid)
attempt("sibling", lambda: call(56 if X86 else 220, 0x8000 | 17, 0, 0, 0, 0))`,
      `
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
X86 = os.uname().machine == "x86_64"
def call(number, *arguments):
    if libc.syscall(number, *arguments) < 0: raise OSError(ctypes.get_errno(), "refused")`,
    ),
    outcome: "completed",
    output: [],
  },
  {
    name: "makes forbidden system calls",
    source: attempt(
      `
for name, number, *arguments in CALLS:
    attempt(name, lambda: call(number, *arguments))`,
      `
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
def call(number, *arguments):
    if libc.syscall(number, *arguments) < 0: raise OSError(ctypes.get_errno(), "refused")
X86 = os.uname().machine == "x86_64"
CALLS = [
    ("unshare user", 272 if X86 else 97, 0x10000000), ("unshare net", 272 if X86 else 97, 0x40000000),
    ("mount", 165 if X86 else 40, b"none", b"/tmp", b"tmpfs", 0, 0), ("umount", 166 if X86 else 39, b"/tmp", 2),
    ("chroot", 161 if X86 else 51, b"/tmp"), ("ptrace", 101 if X86 else 117, 16, 2, 0, 0),
    ("keyctl", 250 if X86 else 219, 0, -3, 1), ("bpf", 321 if X86 else 280, 0, 0, 0),
    ("perf", 298 if X86 else 241, 0, 0, -1, -1, 0), ("userfaultfd", 323 if X86 else 282, 1),
    ("io_uring", 425, 8, ctypes.create_string_buffer(200)), ("memfd", 319 if X86 else 279, b"x", 0),
    ("fsopen", 430, b"tmpfs", 0), ("open_tree", 428, -100, b"/usr", 1), ("clone3", 435, 0, 0),
    ("setuid", 105 if X86 else 146, 0), ("keep deathsig off", 157 if X86 else 167, 1, 0, 0, 0, 0),
    ("process_vm_readv", 310 if X86 else 270, 2, 0, 0, 0, 0, 0), ("shmget", 29 if X86 else 194, 0, 4096, 0o1600),
]`,
    ),
    outcome: "completed",
    output: [],
  },
  {
    name: "raises its limits",
    source: attempt(`
import resource
for kind in (resource.RLIMIT_AS, resource.RLIMIT_NPROC, resource.RLIMIT_CPU, resource.RLIMIT_FSIZE):
    attempt(str(kind), lambda: resource.setrlimit(kind, (resource.RLIM_INFINITY, resource.RLIM_INFINITY)))`),
    outcome: "completed",
    output: [],
  },
  {
    name: "looks for inherited descriptors and secrets in its environment",
    source: attempt(`
for fd in range(4, 256):
    attempt(fd, lambda: os.fstat(fd))
worked.extend(name for name in os.environ if "SECRET" in name or name.startswith(("VITEST", "NODE")))`),
    outcome: "completed",
    output: [],
  },
  {
    name: "kills its parent and everything it can see",
    source: `
import os, signal
def main(message):
    for target in (os.getppid(), 0, -1, 2, 3, 4, 5):
        try: os.kill(target, signal.SIGKILL)
        except OSError: pass
    return "still here"
`,
    outcome: "completed",
    output: "still here",
  },
];

/** Agents that exhaust a resource. Each must end at its own limit. */
const BOMBS: HostileAgent[] = [
  {
    name: "starts 5,000 threads",
    source: `
import threading, time
def main(message):
    stop = threading.Event()
    started = 0
    try:
        while started < 5000:
            threading.Thread(target=stop.wait, daemon=True).start()
            started += 1
    except RuntimeError: pass
    stop.set()
    return started <= 16
`,
    outcome: "completed",
    output: true,
  },
  {
    name: "takes 4 GiB at once",
    source: "def main(message):\n    return len(bytearray(4 << 30))",
    outcome: "failed",
    message: "The agent ran out of memory.",
  },
  {
    name: "takes memory in small pieces",
    source: "def main(message):\n    pieces = []\n    while True: pieces.append(bytearray(1 << 16))",
    outcome: "failed",
    message: "The agent ran out of memory.",
  },
  {
    name: "maps shared memory",
    source: "import mmap\ndef main(message):\n    return len(mmap.mmap(-1, 4 << 30))",
    outcome: "failed",
  },
  {
    name: "fills the disk",
    source: `
def main(message):
    written = 0
    try:
        for number in range(1000):
            with open(f"/tmp/{number}", "wb") as file:
                for _ in range(4):
                    file.write(bytes(1 << 20)); file.flush()
                    written += 1
    except OSError: pass
    return 0 < written <= 8
`,
    outcome: "completed",
    output: true,
  },
  {
    name: "creates 100,000 files",
    source: `
def main(message):
    made = 0
    try:
        while made < 100_000:
            open(f"/tmp/{made}", "w").close()
            made += 1
    except OSError: pass
    return 1000 < made < 5000
`,
    outcome: "completed",
    output: true,
  },
  ...[
    ["prints endlessly", "while True: print('x' * 1000)"],
    ["writes endlessly to descriptor 1", "import os\n    while True: os.write(1, b'x' * 65536)"],
    ["writes newlines endlessly to descriptor 2", "import os\n    while True: os.write(2, b'\\n' * 65536)"],
    ["writes endlessly to the event pipe", "import os\n    while True: os.write(3, b'x' * 65536)"],
    ["yields endlessly", "while True: yield 'x' * 100"],
    ["returns 1 MiB", "return 'x' * (1 << 20)"],
  ].map(
    ([name = "", body]): HostileAgent => ({
      name,
      source: `def main(message):\n    ${body}\n`,
      outcome: "output_limit",
    }),
  ),
  {
    name: "loops forever",
    source: "def main(message):\n    while True: pass",
    limits: { cpuSeconds: 1 },
    outcome: "timeout",
    message: "The agent exceeded its limit of 1 s of CPU time.",
  },
  {
    name: "loops in many threads",
    source: `
import threading
def burn():
    while True: pass
def main(message):
    for _ in range(8): threading.Thread(target=burn).start()
    burn()
`,
    limits: { cpuSeconds: 1 },
    outcome: "timeout",
  },
  {
    name: "sleeps past its wall limit and ignores every signal",
    source: `
import signal, time
def main(message):
    for number in range(1, 65):
        try: signal.signal(number, signal.SIG_IGN)
        except (OSError, ValueError): pass
    while True: time.sleep(1000)
`,
    limits: { wallMs: 400 },
    outcome: "timeout",
    message: "The agent exceeded its time limit of 0.4 s.",
  },
  {
    name: "sleeps while its file is loaded",
    source: "import time\ntime.sleep(1000)\ndef main(message): pass",
    limits: { wallMs: 400 },
    outcome: "timeout",
  },
];

const FORGED_EXIT = `
import os, struct
frame = b'{"code":0,"reason":null}'
def forge():
    for fd in range(256):
        for data in (b'{"type":"result","value":"forged"}\\n', b"S" + bytes(4), b"Z" + struct.pack(">I", len(frame)) + frame + b"\\n"):
            try: os.write(fd, data)
            except OSError: pass
`;

/** Agents that report a false end. The monitor's report must take precedence. */
const LIARS: HostileAgent[] = [
  {
    name: "forges a result and an exit on every descriptor, then raises",
    source: `${FORGED_EXIT}\ndef main(message):\n    forge()\n    raise ValueError("honest")`,
    outcome: "failed",
    message: "The agent raised ValueError: honest",
  },
  {
    name: "forges an exit and sleeps",
    source: `${FORGED_EXIT}\nimport time\ndef main(message):\n    forge()\n    time.sleep(1000)`,
    limits: { wallMs: 400 },
    outcome: "timeout",
  },
  {
    name: "forges an exit and crashes",
    source: `${FORGED_EXIT}\nimport ctypes\ndef main(message):\n    forge()\n    ctypes.string_at(0)`,
    outcome: "crashed",
  },
  {
    name: "forges an answer with 60000 levels of nesting",
    source: `
import os
def main(message):
    data = b'{"type":"result","value":' + b"[" * 60000 + b"]" * 60000 + b"}\\n"
    while data: data = data[os.write(3, data):]
    os._exit(0)
`,
    outcome: "failed",
    message: "The agent's output is nested too deeply.",
  },
  {
    name: "ends without an answer",
    source: "import os\ndef main(message):\n    os._exit(0)",
    outcome: "failed",
    message: "The agent exited without output.",
  },
  {
    name: "ends with its own exit code",
    source: "import os\ndef main(message):\n    os._exit(7)",
    outcome: "failed",
    message: "The agent exited with code 7.",
  },
  {
    name: "calls sys.exit",
    source: "import sys\ndef main(message):\n    sys.exit(0)",
    outcome: "failed",
    message: "sys.exit",
  },
  {
    name: "crashes",
    source: "import ctypes\ndef main(message):\n    ctypes.string_at(0)",
    outcome: "crashed",
    message: "The agent's process crashed.",
  },
  ...[
    [
      "with a value that is too deep for JSON",
      "value = []\n    for _ in range(100_000): value = [value]\n    return value",
    ],
    [
      "with a value that is 101 levels deep",
      "value = 1\n    for _ in range(101): value = [value]\n    return value",
    ],
  ].map(
    ([name, body]): HostileAgent => ({
      name: `answers ${name}`,
      source: `def main(message):\n    ${body}\n`,
      outcome: "failed",
      message: "The agent's output is nested too deeply.",
    }),
  ),
  {
    name: "answers with itself",
    source: "def main(message):\n    value = {}\n    value['self'] = value\n    return value",
    outcome: "failed",
    message: "cannot be converted to JSON",
  },
  {
    name: "recurses endlessly",
    source: "def main(message):\n    return main(message)",
    outcome: "failed",
    message: "The agent exceeded the maximum recursion depth.",
  },
  {
    name: "raises an exception that cannot be shown",
    source: `
class Rude(Exception):
    def __str__(self): raise SystemExit(0)
def main(message):
    raise Rude()
`,
    outcome: "failed",
    message: "The agent raised Rude.",
  },
];

export const HOSTILE_AGENTS: HostileAgent[] = [...TRESPASSERS, ...BOMBS, ...PROCESS_BOMBS, ...LIARS];
