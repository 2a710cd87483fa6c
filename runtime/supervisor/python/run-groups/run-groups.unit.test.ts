import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { idleProcesses, sandboxProcesses, until } from "../testing/processes.ts";
import { openTestRuntime, runAgent, type TestRuntime } from "../testing/runtime-fixture.ts";
import { openRunGroups } from "./index.ts";

// Real sandboxes, on a machine that other tests keep busy.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const MIB = 1 << 20;
const LIMITS = { memoryBytes: 96 * MIB, tasks: 40 };

describe("where groups lie", () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "stoa-groups-"));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  /** What was written below the tree, by file. */
  function written(): Record<string, string> {
    const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    return Object.fromEntries(
      files.map((file) => {
        const path = join(file.parentPath, file.name);
        return [path.slice(root.length + 1).replace(/stoa-\d+-\d+/, "host"), readFileSync(path, "utf8")];
      }),
    );
  }

  it("version 2: one tree, with memory and tasks bounded, of each run and of all together, and no swap", () => {
    writeFileSync(join(root, "cgroup.controllers"), "cpu memory pids\n");
    const groups = openRunGroups(2, LIMITS, root, 700 * MIB);
    expect(groups?.descriptors.map((group) => group.length)).toEqual([1, 1]);
    writeSync(groups?.descriptors[1]?.[0] ?? -1, "0");
    groups?.remove();
    expect(written()).toMatchObject({
      "cgroup.subtree_control": "+memory +pids",
      "host/cgroup.subtree_control": "+memory +pids",
      "host/memory.max": String(700 * MIB),
      "host/0/memory.max": String(96 * MIB),
      "host/0/pids.max": "40",
      "host/0/cgroup.procs": "",
      "host/1/cgroup.procs": "0",
    });
  });

  it("version 1: a tree for each controller", () => {
    for (const controller of ["memory", "pids"]) mkdirSync(join(root, controller));
    const groups = openRunGroups(1, LIMITS, root, 700 * MIB);
    expect(groups?.descriptors.map((group) => group.length)).toEqual([2]);
    groups?.remove();
    expect(written()).toEqual({
      "memory/host/memory.limit_in_bytes": String(700 * MIB),
      "memory/host/0/memory.limit_in_bytes": String(96 * MIB),
      "memory/host/0/cgroup.procs": "",
      "pids/host/0/pids.max": "40",
      "pids/host/0/cgroup.procs": "",
    });
  });

  it("none where a controller is missing", () => {
    writeFileSync(join(root, "cgroup.controllers"), "cpu hugetlb\n");
    expect(openRunGroups(1, LIMITS, root)).toBeUndefined();
    expect(openRunGroups(1, LIMITS, join(root, "nothing"))).toBeUndefined();
  });
});

const LARGEST = { memoryBytes: 64 * MIB, diskBytes: MIB, processes: 30 };
const trial = openRunGroups(1, LIMITS);
trial?.remove();

describe.runIf(trial)("on this machine", () => {
  let test: TestRuntime;
  beforeEach(async () => {
    test = await openTestRuntime({ parents: "first-use", spares: 0, groups: { runs: 1, largest: LARGEST } });
  });
  afterEach(() => test.close());

  const groupsOf = (pid: number) => readFileSync(`/proc/${pid}/cgroup`, "utf8");
  const ours = `stoa-${process.pid}-`;

  it("a run's monitor and agent are in a group of their own, their parent in none", async () => {
    const run = runAgent(test.runtime, "import time\ndef main(message): time.sleep(0.5)");
    await until(() => sandboxProcesses().length === idleProcesses(0) + 2);
    const processes = sandboxProcesses().sort((a, b) => a - b);
    await until(() => groupsOf(processes[3] ?? 0).includes(ours));
    const [parent, monitor, agent] = processes.slice(2).map(groupsOf);
    expect(parent).not.toContain(ours);
    expect(monitor).toContain(ours);
    expect(agent).toBe(monitor);
    await run;
  });

  it("an agent that takes more than its group is ended, and its neighbour is not", async () => {
    const greedy = "def main(message): return len(bytearray(b'x') * (200 << 20))";
    const modest = "def main(message): return len(bytearray(b'x') * (20 << 20))";
    const limits = { memoryBytes: 1024 * MIB };
    const [first, second] = await Promise.all(
      [greedy, modest].map((source) => runAgent(test.runtime, source, { limits })),
    );
    expect(first?.receipt.outcome).toBe("crashed");
    expect(second?.receipt.output).toBe(20 * MIB);
  });

  it("more runs than groups wait for one another", async () => {
    const source = "import time\ndef main(message):\n    time.sleep(0.2)\n    return message";
    const runs = await Promise.all(Array.from({ length: 8 }, () => runAgent(test.runtime, source)));
    expect(runs.map(({ receipt }) => receipt.output)).toEqual(Array(8).fill("hello"));
  });
});
