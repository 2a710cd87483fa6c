import { readFileSync } from "node:fs";
import { openSharedGroup } from "@stoa/runtime/sandbox";
import { afterEach, expect, test } from "vitest";
import { isRunning, listDescendants, waitUntil } from "../../runtime/supervisor/python/testing/processes.ts";
import { WorkerProcesses } from "./worker-processes.ts";

const workers = () => listDescendants(process.pid, /workflow-worker/);

let pool: WorkerProcesses;

afterEach(() => pool.close());

test("nothing is started before there is a task", () => {
  pool = new WorkerProcesses({ keepsSpare: true });
  expect(workers()).toEqual([]);
});

test("after a task was given one waits, which the next one takes and another replaces", async () => {
  pool = new WorkerProcesses({ keepsSpare: true });
  const first = pool.take();
  await waitUntil(() => workers().length === 2);
  const spare = workers().find((pid) => pid !== first.pid);
  expect(pool.take().pid).toBe(spare);
  await waitUntil(() => workers().length === 3);
});

test("one that dies while it waits is given to nobody", async () => {
  pool = new WorkerProcesses({ keepsSpare: true });
  const first = pool.take();
  await waitUntil(() => workers().length === 2);
  const spare = workers().find((pid) => pid !== first.pid) ?? 0;
  process.kill(spare, "SIGKILL");
  await waitUntil(() => !isRunning(spare));
  // Ends are told in their order: that of a process which began later comes after it.
  await new WorkerProcesses({ keepsSpare: false }).take().kill();
  expect(pool.take().pid).not.toBe(spare);
});

test("closing ends those that are waited for, that work and that wait", async () => {
  pool = new WorkerProcesses({ keepsSpare: true });
  pool.take();
  await waitUntil(() => workers().length === 2);
  await pool.close();
  expect(workers()).toEqual([]);
});

test("who keeps no spare has none", async () => {
  pool = new WorkerProcesses({ keepsSpare: false });
  await pool.take().kill();
  expect(workers()).toEqual([]);
});

const groups = openSharedGroup();
groups?.remove();

test.runIf(groups)(
  "its processes are in the group that bounds what all agents of the node take",
  async () => {
    pool = new WorkerProcesses({ keepsSpare: false, inNodeGroup: true });
    const { pid } = pool.take();
    const group = () => readFileSync(`/proc/${pid}/cgroup`, "utf8");
    const shared = `stoa-${process.pid}/shared-`;
    await waitUntil(() => group().includes(shared));
    expect(group()).toContain(shared);
  },
);
