import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { JobEnvironment, RunEvent } from "../../protocol/index.ts";
import type { PythonRuntimesOptions } from "./python-runtimes.ts";
import { openSharedGroup } from "./run-groups/index.ts";
import { listSandboxProcesses, waitUntil } from "./testing/processes.ts";
import {
  createJob,
  openTestRuntime,
  runAgent,
  TEST_LIMITS,
  type TestRuntime,
} from "./testing/runtime-fixture.ts";

// Real sandboxes need time on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const group = openSharedGroup();
group?.remove();

let test: TestRuntime;
let folder: string;
let reports: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "stoa-packages-"));
  // The sandbox's user must be able to enter this folder.
  chmodSync(folder, 0o711);
});
afterEach(async () => {
  await test.close();
  rmSync(folder, { recursive: true, force: true });
});

async function open(packageParents: PythonRuntimesOptions["packageParents"] = {}): Promise<void> {
  reports = [];
  test = await openTestRuntime({
    parents: "first-use",
    groups: { runs: 4, largest: TEST_LIMITS },
    packageParents,
    report: (text) => void reports.push(text),
  });
}

/** Writes modules as an installed environment and returns it. */
function install(modules: Record<string, string>, changes: Partial<JobEnvironment> = {}): JobEnvironment {
  const digest = changes.digest ?? "lock";
  const packages = join(folder, digest);
  mkdirSync(packages, { recursive: true, mode: 0o755 });
  for (const [name, source] of Object.entries(modules)) writeFileSync(join(packages, `${name}.py`), source);
  return { digest, packages, imports: Object.keys(modules), ownerId: "ada", ...changes };
}

async function answer(source: string, environment: JobEnvironment): Promise<unknown> {
  const { receipt } = await runAgent(test.runtime, source, { environment });
  return receipt.outcome === "completed" ? receipt.output : receipt;
}

/** The moment at which the module was imported, which is the same for all runs of one parent. */
const SLOW = { slow: "import time\ntime.sleep(0.3)\nAT = time.monotonic_ns()" };
const READ_SLOW = "import slow\ndef main(message): return str(slow.AT)";

describe.skipIf(!group)("parents with a developer's packages", () => {
  it("the first run reports that it waits for imports, and later runs share the imported modules", async () => {
    await open();
    const environment = install(SLOW);
    const events: RunEvent[] = [];
    const job = createJob(READ_SLOW, { environment });
    const first = await test.runtime.start(job, (event) => events.push(event)).receipt;
    expect(events).toContainEqual({ type: "progress", message: "Loading the agent's packages" });
    for (let run = 0; run < 3; run += 1) {
      const { receipt, events: later } = await runAgent(test.runtime, READ_SLOW, { environment });
      expect(receipt.output).toBe(first.output);
      expect(later).toEqual([]);
    }
  });

  it("each combination of developer and lock has its own parent", async () => {
    await open();
    const environments = [
      install(SLOW),
      install(SLOW, { ownerId: "bob" }),
      install(SLOW, { digest: "another lock" }),
    ];
    const answers = await Promise.all(environments.map((environment) => answer(READ_SLOW, environment)));
    expect(new Set(answers).size).toBe(3);
  });

  it("a parent skips modules that exit, keep threads running or fail, and imports the others", async () => {
    await open();
    const environment = install({
      exits: "import os\nos._exit(0)",
      ...SLOW,
      leaves: "raise SystemExit('nothing')",
      threads:
        "import threading, time\nthreading.Thread(target=time.sleep, args=(600,), daemon=True).start()",
      breaks: "raise RuntimeError('no display')",
      fine: "import time\nAT = time.monotonic_ns()",
    });
    const source = `${READ_SLOW.replace("slow.AT", "(slow.AT, fine.AT)")}\nimport fine`;
    const first = await answer(source, environment);
    expect(first).toMatch(/^\(\d+, \d+\)$/);
    expect(await answer(source, environment)).toBe(first);
    const broken = await runAgent(test.runtime, "import breaks\ndef main(message): return 1", {
      environment,
    });
    expect(broken.receipt.error?.developerDetail).toContain("no display");
  });

  it("the least recently used parent is ended to make room for a new one", async () => {
    await open({ mostParents: 2 });
    const [a, b, c] = ["a", "b", "c"].map((ownerId) => install(SLOW, { ownerId })) as [
      JobEnvironment,
      JobEnvironment,
      JobEnvironment,
    ];
    const first = { a: await answer(READ_SLOW, a), b: await answer(READ_SLOW, b) };
    expect(await answer(READ_SLOW, a)).toBe(first.a);
    await answer(READ_SLOW, c);
    expect(await answer(READ_SLOW, a)).toBe(first.a);
    expect(await answer(READ_SLOW, b)).not.toBe(first.b);
  });

  it("a run starts cold while the parents in use fill the memory budget", async () => {
    await open({ mostParents: 1 });
    const busy = runAgent(test.runtime, "import time\ndef main(message): time.sleep(3)", {
      environment: install(SLOW),
    });
    await waitUntil(() => test.runtimes.warmParents().at(-1)?.forks === 1, 20_000);
    const other = install(SLOW, { ownerId: "bob" });
    expect(await answer(READ_SLOW, other)).not.toBe(await answer(READ_SLOW, other));
    expect((await busy).receipt.outcome).toBe("completed");
  });

  it("a parent that is not used for a while is ended", async () => {
    await open({ idleMs: 300, lookMs: 100 });
    expect(await answer(READ_SLOW, install(SLOW))).toMatch(/^\d+$/);
    await waitUntil(() => listSandboxProcesses().length === 0, 20_000);
  });

  it("agents of a package that uses processor time outside of a run lose their warm parent, but still run", async () => {
    await open({ lookMs: 1000 });
    const environment = install({
      ...SLOW,
      miner: "import os\nif os.fork() == 0:\n    os.setsid()\n    while True: pass",
    });
    const first = await answer(READ_SLOW, environment);
    expect(first).toMatch(/^\d+$/);
    await waitUntil(() => reports.length > 0, 20_000);
    expect(reports[0]).toContain("ada");
    await waitUntil(() => listSandboxProcesses().length === 0, 20_000);
    expect(await answer(READ_SLOW, environment)).not.toBe(first);
  });

  it.runIf(process.env.STOA_TEST_LONG)(
    "a package that uses processor time outside of a run in many short processes is also detected",
    async () => {
      await open({ lookMs: 1000 });
      expect(await answer(READ_SLOW, install({ ...SLOW, miner: MINER }))).toMatch(/^\d+$/);
      await waitUntil(() => reports.length > 0, 20_000);
      await waitUntil(() => listSandboxProcesses().length === 0, 20_000);
    },
  );

  it.runIf(process.env.STOA_TEST_LONG)(
    "the processor time of imports and runs does not count as use outside of a run",
    async () => {
      await open({ lookMs: 200 });
      const work = (seconds: number) =>
        `end = time.process_time() + ${seconds}\nwhile time.process_time() < end: pass`;
      const environment = install({ hard: `import time\n${work(1)}\nAT = time.monotonic_ns()` });
      const busy = `import hard, time\ndef main(message):\n    ${work(1).replace("\n", "\n    ")}\n    return str(hard.AT)`;
      expect(await answer(busy, environment)).toBe(await answer(busy, environment));
      expect(reports).toEqual([]);
    },
  );
});

/** Works in many short processes, so that no list of processes shows how much it works. */
const MINER = `
import os, signal, time
if os.fork() == 0:
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while True:
        until = time.monotonic() + 0.05
        while time.monotonic() < until: pass
        if os.fork(): os._exit(0)
`;

/** Removes our protections in the parent, which a package that knows our code could do. */
const TAKE_WALLS_OFF = `
from stoa_sandbox import confinement, landlock, linux, namespaces, seccomp
seccomp.install_filter = lambda *a: None
landlock.restrict = lambda *a: 0
namespaces.keep_one_gateway = lambda name: linux.mount(f"/host/gateways/{name}", "/run/gateway.sock", None, linux.MS_BIND)
linux.drop_capabilities = lambda *a: None
`;
const WITHOUT_WALLS = "import hostile\n";

describe.skipIf(!group)("a parent that a package controls", () => {
  it("cannot make system calls that neither agents nor parents need", async () => {
    await open();
    const environment = install({
      hostile: `${TAKE_WALLS_OFF}
import ctypes, os, socket
libc = ctypes.CDLL(None, use_errno=True)
CALLS = dict(ptrace=101, bpf=321, keyctl=250, add_key=248, perf_event_open=298, io_uring_setup=425, userfaultfd=323,
    setns=308, pivot_root=155, chroot=161, process_vm_readv=310, open_by_handle_at=304, fsopen=430, init_module=175,
    kexec_load=246, swapon=167, reboot=169, memfd_create=319, setuid=105, mknod=133)
def allowed():
    found = []
    for name, number in CALLS.items():
        ctypes.set_errno(0)
        libc.syscall(number, 0, 0, 0, 0, 0)
        if ctypes.get_errno() != 1: found.append(name)
    for family, kind in ((16, 3), (17, 3), (2, 3), (40, 1), (38, 5)):
        try:
            socket.socket(family, kind).close()
            found.append(f"socket {family} {kind}")
        except OSError: pass
    with socket.socket() as tcp:
        try:
            tcp.setsockopt(0, 64, b"x" * 84)
            found.append("packet filter")
        except PermissionError: pass
        except OSError as error: found.append(f"packet filter: {error}")
    return found
IN_PARENT = allowed()
PARENT = os.getpid()
`,
    });
    const source = `${WITHOUT_WALLS}def main(message): return [hostile.PARENT > 1, hostile.IN_PARENT, hostile.allowed()]`;
    // In a cold sandbox, an agent is process 1.
    expect(await answer(source, environment)).toEqual([true, [], []]);
  });

  it("sees only the sockets and files of its developer's own runs", async () => {
    await open();
    const visits: string[] = [];
    const waiting = "import time\ndef main(message): time.sleep(4)";
    const connectGateway = () => void visits.push("another developer's run");
    const other = test.runtime.start(
      createJob(waiting, { environment: install(SLOW, { ownerId: "bob" }), connectGateway }),
      () => {},
    );
    const shared = test.runtime.start(createJob(waiting, { connectGateway }), () => {});
    await waitUntil(() => test.runtimes.warmParents().at(-1)?.forks === 1, 20_000);
    const source = `${WITHOUT_WALLS}
import os, socket
def main(message):
    visited = []
    # The folder of gateways cannot be listed, but the names are numbers.
    for path in ["/host/control/parent", *(f"/host/gateways/{number}" for number in range(100))]:
        try:
            with socket.socket(socket.AF_UNIX) as s:
                s.connect(path)
                visited.append(path.split("/")[2])
                s.send(b"GET / HTTP/1.0\\r\\n\\r\\n")
        except OSError: pass
    up = []
    for path in ("/host/gateways/..", "/host/control/..", "/run", "/tmp", "/home", "/root", "/var", "/etc/shadow"):
        try: up.append((path, sorted(os.listdir(path))))
        except OSError: pass
    return [sorted(visited), dict(up)]
`;
    const environment = install({ hostile: TAKE_WALLS_OFF });
    const { receipt } = await runAgent(test.runtime, source, { environment });
    const [visited, folders] = receipt.output as [string[], Record<string, string[]>];
    // These are the run's own gateway and the parent's socket.
    expect(visited).toEqual(["control", "gateways"]);
    expect(folders).toEqual({
      "/host/gateways/..": ["control", "gateways"],
      "/host/control/..": ["control", "gateways"],
      "/run": ["gateway.sock"],
      "/tmp": ["stoa-output"],
    });
    expect(visits).toEqual([]);
    shared.cancel();
    other.cancel();
    await Promise.all([shared.receipt, other.receipt]);
  });

  it("cannot redirect the server to another socket of the machine", async () => {
    await open();
    const path = join(folder, "database.sock");
    const visits: string[] = [];
    const database = createServer(() => visits.push("a visit")).listen(path);
    const environment = install({
      hostile: `
import os
from stoa_sandbox import warm_parent
listen = warm_parent._listen
def swapped():
    listener = listen()
    os.unlink("/host/control/parent")
    os.symlink(${JSON.stringify(path)}, "/host/control/parent")
    return listener
warm_parent._listen = swapped
`,
    });
    expect(await answer(`${WITHOUT_WALLS}def main(message): return message`, environment)).toBe("hello");
    expect(visits).toEqual([]);
    database.close();
  });

  it("takes no more memory and starts no more processes than its control group allows", async () => {
    await open();
    const environment = install({
      ...SLOW,
      bomb: `
import os, time
for _ in range(200):
    try:
        if os.fork() == 0:
            time.sleep(600)
            os._exit(0)
    except OSError: break
`,
      glutton: "held = [bytearray(64 << 20) for _ in range(64)]",
    });
    expect(await answer(READ_SLOW, environment)).toMatch(/^\d+$/);
    expect(listSandboxProcesses().length).toBeLessThan(80);
  });

  it("cannot send unlimited output to the server", async () => {
    await open();
    const environment = install({
      hostile: `
from stoa_sandbox import monitor, frames
def flood(self, control):
    import os
    while True: os.write(control, frames.encode(frames.STDOUT, b"x" * 1000))
monitor.Wall.run_one = flood
`,
    });
    const { receipt, events } = await runAgent(test.runtime, `${WITHOUT_WALLS}def main(message): return 1`, {
      environment,
    });
    expect(receipt.outcome).not.toBe("completed");
    expect(JSON.stringify(events).length).toBeLessThan(4 * (1 << 20));
  });
});

it.runIf(process.env.STOA_TEST_LONG)("every run starts cold if there are no control groups", async () => {
  test = await openTestRuntime({ parents: "first-use" });
  const environment = install(SLOW);
  expect(await answer(READ_SLOW, environment)).not.toBe(await answer(READ_SLOW, environment));
});
