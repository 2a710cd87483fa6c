import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { listIdleProcesses, listSandboxProcesses, waitUntil } from "../testing/processes.ts";
import { openTestRuntime, runAgent, type TestRuntime } from "../testing/runtime-fixture.ts";
import { openRunGroups, openSharedGroup } from "./index.ts";

// Real sandboxes need time on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const MIB = 1 << 20;
const LIMITS = { memoryBytes: 96 * MIB, tasks: 40 };

describe("the location of control groups", () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "stoa-groups-"));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  /** Returns the text that was written below the tree, keyed by file. */
  function readWritten(): Record<string, string> {
    const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    return Object.fromEntries(
      files.map((file) => {
        const path = join(file.parentPath, file.name);
        return [
          path
            .slice(root.length + 1)
            .replace(/stoa-\d+/, "node")
            .replace(/(runs|shared)-\d+/, "$1"),
          readFileSync(path, "utf8"),
        ];
      }),
    );
  }

  it("in version 2, one tree limits the memory and tasks of each run and the total memory of all runs", () => {
    writeFileSync(join(root, "cgroup.controllers"), "cpu memory pids\n");
    const groups = openRunGroups(2, LIMITS, { root, together: 700 * MIB });
    expect(groups?.descriptors.map((group) => group.length)).toEqual([1, 1]);
    writeSync(groups?.descriptors[1]?.[0] ?? -1, "0");
    groups?.remove();
    expect(readWritten()).toMatchObject({
      "cgroup.subtree_control": "+memory +pids",
      "node/cgroup.subtree_control": "+memory +pids",
      "node/runs/cgroup.subtree_control": "+memory +pids",
      "node/memory.max": String(700 * MIB),
      "node/runs/0/memory.max": String(96 * MIB),
      "node/runs/0/pids.max": "40",
      "node/runs/0/cgroup.procs": "",
      "node/runs/1/cgroup.procs": "0",
    });
  });

  it("in version 1, each controller has its own tree", () => {
    for (const controller of ["memory", "pids"]) mkdirSync(join(root, controller));
    const groups = openRunGroups(1, LIMITS, { root, together: 700 * MIB });
    expect(groups?.descriptors.map((group) => group.length)).toEqual([2]);
    groups?.remove();
    expect(readWritten()).toEqual({
      "memory/node/memory.limit_in_bytes": String(700 * MIB),
      "memory/node/runs/0/memory.limit_in_bytes": String(96 * MIB),
      "memory/node/runs/0/cgroup.procs": "",
      "pids/node/runs/0/pids.max": "40",
      "pids/node/runs/0/cgroup.procs": "",
    });
  });

  it("the node's group contains the groups of all environments and workflows", () => {
    for (const controller of ["memory", "pids"]) mkdirSync(join(root, controller));
    const [one, other] = [
      openRunGroups(1, LIMITS, { root, together: 700 * MIB }),
      openRunGroups(1, LIMITS, { root, together: 700 * MIB }),
    ];
    const shared = openSharedGroup(root, 700 * MIB);
    const node = join(root, "memory", `stoa-${process.pid}`);
    expect(
      readdirSync(node)
        .map((name) => name.replace(/\d+/, ""))
        .sort(),
    ).toEqual(["memory.limit_in_bytes", "runs-", "runs-", "shared-"]);
    expect(shared?.files.map((file) => file.slice(root.length + 1).replace(/\d+/g, ""))).toEqual([
      "memory/stoa-/shared-/cgroup.procs",
      "pids/stoa-/shared-/cgroup.procs",
    ]);
    for (const group of [one, other]) group?.close();
  });

  it("no groups are created if a controller is missing", () => {
    writeFileSync(join(root, "cgroup.controllers"), "cpu hugetlb\n");
    expect(openRunGroups(1, LIMITS, { root })).toBeUndefined();
    expect(openRunGroups(1, LIMITS, { root: join(root, "nothing") })).toBeUndefined();
  });
});

const LARGEST = { memoryBytes: 64 * MIB, diskBytes: MIB, processes: 30 };
const trial = openRunGroups(1, LIMITS);
trial?.remove();

/** Starts a process that allocates memory, reports it, and keeps it. */
const TAKES = "import sys\nheld = bytearray(b'x') * (60 << 20)\nprint('held', flush=True)\nsys.stdin.read()";

describe.runIf(trial)("the total memory of a node's agents", () => {
  it("if two environments and a workflow exceed the node's share, the kernel ends one of them", async () => {
    const together = 150 * MIB;
    const groups = [openRunGroups(1, LIMITS, { together }), openRunGroups(1, LIMITS, { together })];
    const shared = openSharedGroup(undefined, together);
    const inGroups = groups.map((group) => group?.descriptors[0] ?? []);
    const command = (join: string) => ["-c", `${join}\nexec python3 -c "$0"`, TAKES];
    const children = [
      ...inGroups.map((descriptors) =>
        spawn("/bin/sh", command(descriptors.map((_, n) => `echo 0 >&${n + 3}`).join("\n")), {
          stdio: ["pipe", "pipe", "inherit", ...descriptors],
        }),
      ),
      spawn("/bin/sh", command((shared?.files ?? []).map((file) => `echo 0 >${file}`).join("\n")), {
        stdio: ["pipe", "pipe", "inherit"],
      }),
    ];
    const gone = children.map((child) => once(child, "exit"));
    const outcomes = children.map((child, n) => Promise.race([once(child.stdout ?? child, "data"), gone[n]]));
    // Two processes fit into the node's share, and a third does not. The kernel chooses which one to end.
    expect((await Promise.race(gone))[1]).toBe("SIGKILL");
    await Promise.all(outcomes);
    expect(children.filter(({ signalCode }) => signalCode === null)).toHaveLength(2);
    for (const child of children) child.kill("SIGKILL");
    await Promise.all(gone);
    for (const group of [...groups, shared]) group?.remove();
    expect(existsSync(`/sys/fs/cgroup/memory/stoa-${process.pid}`)).toBe(false);
  });
});

describe.runIf(trial)("on this machine", () => {
  let test: TestRuntime;
  beforeEach(async () => {
    test = await openTestRuntime({ parents: "first-use", spares: 0, groups: { runs: 1, largest: LARGEST } });
  });
  afterEach(() => test.close());

  const readGroups = (pid: number) => readFileSync(`/proc/${pid}/cgroup`, "utf8");
  const ours = `stoa-${process.pid}/`;

  it("a run's monitor and agent are in their own group, and their parent is in none", async () => {
    const run = runAgent(test.runtime, "import time\ndef main(message): time.sleep(0.5)");
    await waitUntil(() => listSandboxProcesses().length === listIdleProcesses(0) + 2);
    const processes = listSandboxProcesses().sort((a, b) => a - b);
    await waitUntil(() => readGroups(processes[3] ?? 0).includes(ours));
    const [parent, monitor, agent] = processes.slice(2).map(readGroups);
    expect(parent).not.toContain(ours);
    expect(monitor).toContain(ours);
    expect(agent).toBe(monitor);
    await run;
  });

  it("the kernel kills an agent that exceeds its group's memory, but no other agent", async () => {
    const greedy = "def main(message): return len(bytearray(b'x') * (500 << 20))";
    const modest = "def main(message): return len(bytearray(b'x') * (20 << 20))";
    const limits = { memoryBytes: 1024 * MIB };
    const [first, second] = await Promise.all(
      [greedy, modest].map((source) => runAgent(test.runtime, source, { limits })),
    );
    expect(first?.receipt.outcome).toBe("crashed");
    expect(second?.receipt.output).toBe(20 * MIB);
  });

  it("runs wait for each other if there are more runs than groups", async () => {
    const source = "import time\ndef main(message):\n    time.sleep(0.2)\n    return message";
    const runs = await Promise.all(Array.from({ length: 8 }, () => runAgent(test.runtime, source)));
    expect(runs.map(({ receipt }) => receipt.output)).toEqual(Array(8).fill("hello"));
  });
});
