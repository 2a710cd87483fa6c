import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { RunHandle } from "@stoa/runtime/supervisor";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isRunning, listDescendants, waitUntil } from "../runtime/supervisor/python/testing/processes.ts";
import { givesPage, OVER_MEMORY, UNSTOPPABLE } from "./testing/hostile-workflow.ts";
import { exportOf, jobOf, set } from "./testing/workflow-job.ts";
import { WorkflowRuntime } from "./workflow-runtime.ts";

let runtime: WorkflowRuntime;

beforeAll(() => {
  runtime = new WorkflowRuntime();
});

afterAll(() => runtime.close());

const run = (...job: Parameters<typeof jobOf>) => runtime.start(jobOf(...job), () => undefined);

/** Another run is begun and answered while the first one goes on. */
async function othersRun(): Promise<void> {
  const { receipt } = run(exportOf(set("=Hello {{ $json.message }}")));
  expect(await receipt).toMatchObject({ outcome: "completed", output: "Hello Ada" });
}

const workers = (root = process.pid) => listDescendants(root, /workflow-worker/);

describe("a run that cannot be contained from within", () => {
  /**
   * V8 tries for ten seconds before it gives up, on a busy machine for a minute. The short form has its end by
   * memory in worker-process.unit.test.ts.
   */
  test.runIf(process.env.STOA_TEST_LONG)(
    "of more memory than its process has ends by itself; others run on",
    {
      timeout: 120_000,
    },
    async () => {
      const { receipt } = run(OVER_MEMORY, { wallMs: 190_000, connectGateway: givesPage });
      await othersRun();
      expect(await receipt).toMatchObject({
        outcome: "failed",
        error: { message: "Node 'Read': The workflow needed more memory than its 1024 MB." },
      });
      await othersRun();
    },
  );

  test("of a pattern that nothing stops ends at its time; others run on", async () => {
    const { receipt } = run(UNSTOPPABLE, { wallMs: 3_000 });
    await othersRun();
    const { outcome, durationMs } = await receipt;
    expect(outcome).toBe("timeout");
    expect(durationMs).toBeLessThan(15_000);
  });

  test("of a pattern that nothing stops ends at its processor time", async () => {
    const job = jobOf(UNSTOPPABLE);
    const { receipt } = runtime.start(
      { ...job, limits: { ...job.limits, wallMs: 600_000, cpuSeconds: 1 } },
      () => undefined,
    );
    expect(await receipt).toMatchObject({ outcome: "timeout" });
  });

  test("of a pattern that nothing stops is cancelled, and its process is gone", async () => {
    const own = new WorkflowRuntime();
    const before = new Set(workers());
    let handle: RunHandle | undefined;
    await new Promise<void>((underWay) => {
      handle = own.start(jobOf(UNSTOPPABLE, { wallMs: 600_000 }), (event) => {
        if (event.type === "node" && event.run.node === "Set") underWay();
      });
    });
    handle?.cancel();
    expect(await handle?.receipt).toMatchObject({ outcome: "cancelled" });
    await own.close();
    expect(workers().filter((pid) => !before.has(pid))).toEqual([]);
  });
});

test("a server that is killed leaves no process of a run behind, and none that waits", async () => {
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
