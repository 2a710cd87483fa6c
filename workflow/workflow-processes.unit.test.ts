import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { RunHandle } from "@stoa/runtime/supervisor";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isRunning, listDescendants, waitUntil } from "../runtime/supervisor/python/testing/processes.ts";
import { OVER_MEMORY, servePage, UNSTOPPABLE } from "./testing/hostile-workflow.ts";
import { createJob, set, toWorkflowExport } from "./testing/workflow-job.ts";
import { WorkflowRuntime } from "./workflow-runtime.ts";

let runtime: WorkflowRuntime;

beforeAll(() => {
  runtime = new WorkflowRuntime();
});

afterAll(() => runtime.close());

const run = (...job: Parameters<typeof createJob>) => runtime.start(createJob(...job), () => undefined);

/** Starts and completes another run while the first run is active. */
async function runOther(): Promise<void> {
  const { receipt } = run(toWorkflowExport(set("=Hello {{ $json.message }}")));
  expect(await receipt).toMatchObject({ outcome: "completed", output: "Hello Ada" });
}

const workers = (root = process.pid) => listDescendants(root, /workflow-worker/);

describe("a run that its worker cannot stop", () => {
  /**
   * V8 tries to free memory for ten seconds before it gives up. On a busy machine, this takes a minute.
   * worker-process.unit.test.ts has a short test of running out of memory.
   */
  test.runIf(process.env.STOA_TEST_LONG)(
    "ends if it needs more memory than its process has, while other runs continue",
    {
      timeout: 120_000,
    },
    async () => {
      const { receipt } = run(OVER_MEMORY, { wallMs: 190_000, connectGateway: servePage });
      await runOther();
      expect(await receipt).toMatchObject({
        outcome: "failed",
        error: { message: "Node 'Read': The workflow exceeded its memory limit of 1024 MB." },
      });
      await runOther();
    },
  );

  test("ends at its time limit if a regular expression never finishes, while other runs continue", async () => {
    const { receipt } = run(UNSTOPPABLE, { wallMs: 3_000 });
    await runOther();
    const { outcome, durationMs } = await receipt;
    expect(outcome).toBe("timeout");
    expect(durationMs).toBeLessThan(15_000);
  });

  test("ends at its processor time limit if a pattern never ends", async () => {
    const job = createJob(UNSTOPPABLE);
    const { receipt } = runtime.start(
      { ...job, limits: { ...job.limits, wallMs: 600_000, cpuSeconds: 1 } },
      () => undefined,
    );
    expect(await receipt).toMatchObject({ outcome: "timeout" });
  });

  test("is canceled even if a pattern never ends, and its process ends", async () => {
    const own = new WorkflowRuntime();
    const before = new Set(workers());
    let handle: RunHandle | undefined;
    await new Promise<void>((resolve) => {
      handle = own.start(createJob(UNSTOPPABLE, { wallMs: 600_000 }), (event) => {
        if (event.type === "node" && event.run.node === "Set") resolve();
      });
    });
    handle?.cancel();
    expect(await handle?.receipt).toMatchObject({ outcome: "cancelled" });
    await own.close();
    expect(workers().filter((pid) => !before.has(pid))).toEqual([]);
  });
});

test("a killed server leaves neither a run's process nor a spare behind", async () => {
  const program = fileURLToPath(new URL("./testing/server-with-a-run.ts", import.meta.url));
  const server = spawn(process.execPath, ["--import", "tsx", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(server.stdout, "data");
  const pid = server.pid ?? 0;
  await waitUntil(() => workers(pid).length === 2, 20_000);
  const left = workers(pid);
  server.kill("SIGKILL");
  await waitUntil(() => !left.some(isRunning), 10_000);
  expect(left.filter(isRunning)).toEqual([]);
});
