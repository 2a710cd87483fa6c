import { existsSync, readFileSync } from "node:fs";
import { openSharedGroup } from "@stoa/runtime/sandbox";
import { afterEach, expect, test } from "vitest";
import { listDescendants, waitUntil } from "../../runtime/supervisor/python/testing/processes.ts";
import { WorkerProcesses } from "./worker-processes.ts";

const workers = () => listDescendants(process.pid, /workflow-worker/);

let pool: WorkerProcesses;

afterEach(() => pool.close());

test("no process starts before the first task", () => {
  pool = new WorkerProcesses({ keepsSpare: true });
  expect(workers()).toEqual([]);
});

test("a spare process waits after a task, and is replaced when the next task takes it", async () => {
  pool = new WorkerProcesses({ keepsSpare: true });
  const first = pool.take();
  await waitUntil(() => workers().length === 2);
  const spare = workers().find((pid) => pid !== first.pid);
  expect(pool.take().pid).toBe(spare);
  await waitUntil(() => workers().length === 3);
});

test("a spare process that has died is never used", async () => {
  pool = new WorkerProcesses({ keepsSpare: true });
  const first = pool.take();
  await waitUntil(() => workers().length === 2);
  const spare = workers().find((pid) => pid !== first.pid) ?? 0;
  process.kill(spare, "SIGKILL");
  // An exited process stays in /proc until its parent has collected its exit status.
  await waitUntil(() => !existsSync(`/proc/${spare}`));
  expect(pool.take().pid).not.toBe(spare);
});

test("closing ends all processes: starting, busy and spare ones", async () => {
  pool = new WorkerProcesses({ keepsSpare: true });
  pool.take();
  await waitUntil(() => workers().length === 2);
  await pool.close();
  expect(workers()).toEqual([]);
});

test("no spare process is kept if `keepsSpare` is off", async () => {
  pool = new WorkerProcesses({ keepsSpare: false });
  await pool.take().kill();
  expect(workers()).toEqual([]);
});

const groups = openSharedGroup();
groups?.remove();

test.runIf(groups)("all processes are in the control group that limits all agents of the node", async () => {
  pool = new WorkerProcesses({ keepsSpare: false, inNodeGroup: true });
  const { pid } = pool.take();
  const group = () => readFileSync(`/proc/${pid}/cgroup`, "utf8");
  const shared = `stoa-${process.pid}/shared-`;
  await waitUntil(() => group().includes(shared));
  expect(group()).toContain(shared);
});
