import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { RunEvent } from "../../protocol/index.ts";
import { isRunning, listIdleProcesses, listSandboxProcesses, waitUntil } from "./testing/processes.ts";
import {
  createJob,
  LAUNCHERS,
  openTestRuntime,
  runAgent,
  type TestRuntime,
} from "./testing/runtime-fixture.ts";

// Real sandboxes need time on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const SLEEPER = createJob("import time\ndef main(message):\n    yield 'part'\n    time.sleep(1000)");

/** The names of the processes, in the order of their IDs. */
const PROCESSES = {
  never: ["bubblewrap", "bubblewrap's first process", "monitor", "agent"],
  "first-use": ["bubblewrap", "bubblewrap's first process", "parent", "monitor", "agent"],
};

describe.each(LAUNCHERS)("in %s", (_name, parents) => {
  const idle = parents === "never" ? 0 : listIdleProcesses(0);
  let test: TestRuntime;

  beforeAll(async () => {
    test = await openTestRuntime({ parents, spares: 0 });
    // Start the parent before any test counts processes.
    await runAgent(test.runtime, "def main(message): return message");
  });
  afterAll(() => test.close());

  function startAndWaitForOutput() {
    const events: RunEvent[] = [];
    let onOutput: () => void = () => {};
    const output = new Promise<void>((resolve) => {
      onOutput = resolve;
    });
    const handle = test.runtime.start(SLEEPER, (event) => {
      events.push(event);
      onOutput();
    });
    return { handle, events, output };
  }

  describe("canceling a run", () => {
    it("ends an active run immediately, keeps its output, and leaves no process", async () => {
      const { handle, output } = startAndWaitForOutput();
      await output;
      const start = performance.now();
      handle.cancel();
      handle.cancel();
      expect(await handle.receipt).toMatchObject({ outcome: "cancelled", output: "part" });
      expect(performance.now() - start).toBeLessThan(5000);
      await waitUntil(() => listSandboxProcesses().length === idle);
    });

    it("ends a run whose sandbox is still starting", async () => {
      const handle = test.runtime.start(SLEEPER, () => {});
      handle.cancel();
      const receipt = await handle.receipt;
      expect(receipt).toMatchObject({ outcome: "cancelled", output: null });
      expect(receipt.startMs).toBeUndefined();
      await waitUntil(() => listSandboxProcesses().length === idle);
    });

    it("changes nothing after the run has ended", async () => {
      const handle = test.runtime.start(createJob("def main(message): return 1"), () => {});
      const receipt = await handle.receipt;
      handle.cancel();
      expect(receipt.outcome).toBe("completed");
      expect(await handle.receipt).toBe(receipt);
    });
  });

  it("closing the runtime cancels its runs and removes its sockets", async () => {
    // Sandboxes of earlier tests, whose sockets are closed, may still be ending.
    await waitUntil(() => listSandboxProcesses().length === idle);
    const other = await openTestRuntime({ parents });
    const handle = other.runtime.start(SLEEPER, () => {});
    await other.runtimes.close();
    expect((await handle.receipt).outcome).toBe("cancelled");
    expect(listSandboxProcesses()).toHaveLength(idle);
    expect(readdirSync(join(other.runDirectory, "g"))).toEqual([]);
    rmSync(other.runDirectory, { recursive: true });
  });

  it("twenty simultaneous runs do not see each other", async () => {
    const source =
      "import os\ndef main(message):\n    open('/tmp/x', 'x').close()\n    return [message, sorted(os.listdir('/tmp'))]";
    const runs = Array.from({ length: 20 }, (_, number) =>
      runAgent(test.runtime, source, { input: { message: `m${number}` } }),
    );
    const outputs = (await Promise.all(runs)).map(({ receipt }) => receipt.output);
    expect(outputs).toEqual(outputs.map((_, number) => [`m${number}`, ["stoa-output", "x"]]));
  });

  it.each(PROCESSES[parents])(
    "a run whose %s is killed from outside counts as crashed and leaves nothing behind",
    async (who) => {
      const { handle, output } = startAndWaitForOutput();
      await output;
      const all = listSandboxProcesses().sort((a, b) => a - b);
      expect(all).toHaveLength(PROCESSES[parents].length);
      process.kill(all[PROCESSES[parents].indexOf(who)] ?? 0, "SIGKILL");
      const receipt = await handle.receipt;
      expect(receipt).toMatchObject({ outcome: "crashed", output: "part" });
      // An agent can end its own process, so its end is not the host's fault.
      expect(receipt.isHostFault === true).toBe(who !== "agent");
      const ofTheRun = who === "monitor" || who === "agent" ? all.slice(-2) : all;
      await waitUntil(() => !ofTheRun.some(isRunning));
      // If the test killed the parent, wait for the next one.
      await waitUntil(() => listSandboxProcesses().length === idle);
    },
  );
});
