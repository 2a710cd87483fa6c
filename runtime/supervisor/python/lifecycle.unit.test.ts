import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import type { RunEvent } from "../../protocol/index.ts";
import { startForeignHost } from "./testing/foreign-host.ts";
import { HOSTILE_AGENTS } from "./testing/hostile-agents.ts";
import { isRunning, sandboxProcesses, until } from "./testing/processes.ts";
import { jobFor, openTestRuntime, runAgent, type TestRuntime } from "./testing/runtime-fixture.ts";

// Real sandboxes, on a machine that other tests keep busy.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const SLEEPER = jobFor("import time\ndef main(message):\n    yield 'part'\n    time.sleep(1000)");

let test: TestRuntime;

beforeAll(async () => {
  test = await openTestRuntime();
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

describe("cancelling", () => {
  it("ends a run under way at once, keeps what it said, and leaves no process", async () => {
    const { handle, output } = startAndWaitForOutput();
    await output;
    const start = performance.now();
    handle.cancel();
    handle.cancel();
    expect(await handle.receipt).toMatchObject({ outcome: "cancelled", output: "part" });
    expect(performance.now() - start).toBeLessThan(5000);
    await until(() => sandboxProcesses().length === 0);
  });

  it("before the sandbox is up ends the run too", async () => {
    const handle = test.runtime.start(SLEEPER, () => {});
    handle.cancel();
    const receipt = await handle.receipt;
    expect(receipt).toMatchObject({ outcome: "cancelled", output: null });
    expect(receipt.startMs).toBeUndefined();
    await until(() => sandboxProcesses().length === 0);
  });

  it("after the end changes nothing", async () => {
    const handle = test.runtime.start(jobFor("def main(message): return 1"), () => {});
    const receipt = await handle.receipt;
    handle.cancel();
    expect(receipt.outcome).toBe("completed");
    expect(await handle.receipt).toBe(receipt);
  });
});

it.each([
  ["bubblewrap", 0],
  ["bubblewrap's first process", 1],
  ["the monitor", 2],
  ["the agent", 3],
])("a run whose %s is killed from outside has crashed, and nothing of it stays", async (_who, position) => {
  const { handle, output } = startAndWaitForOutput();
  await output;
  const pids = sandboxProcesses().sort((a, b) => a - b);
  process.kill(pids[position] ?? 0, "SIGKILL");
  expect(await handle.receipt).toMatchObject({ outcome: "crashed", output: "part" });
  await until(() => !pids.some(isRunning));
});

it("closing the runtime cancels its runs and removes its sockets", async () => {
  const other = await openTestRuntime();
  const handle = other.runtime.start(SLEEPER, () => {});
  await other.runtime.close();
  expect((await handle.receipt).outcome).toBe("cancelled");
  expect(sandboxProcesses()).toEqual([]);
  expect(readdirSync(join(other.runDirectory, "g"))).toEqual([]);
  rmSync(other.runDirectory, { recursive: true });
});

it("twenty runs at once stay apart", async () => {
  const source =
    "import os\ndef main(message):\n    open('/tmp/x', 'x').close()\n    return [message, os.listdir('/tmp')]";
  const runs = Array.from({ length: 20 }, (_, number) =>
    runAgent(test.runtime, source, { input: { message: `m${number}` } }),
  );
  const outputs = (await Promise.all(runs)).map(({ receipt }) => receipt.output);
  expect(outputs).toEqual(outputs.map((_, number) => [`m${number}`, ["x"]]));
});

describe.each([
  ["this user", false],
  ["an ordinary user", true],
])("a host run by %s", (_who, asOrdinaryUser) => {
  it("takes every process of its runs along when it is killed", async () => {
    const host = await startForeignHost("sleep", asOrdinaryUser);
    const [word, ...pids] = (await host.line()).split(" ");
    expect(word).toBe("running");
    // bubblewrap twice, monitor and agent, for each of two runs.
    expect(pids).toHaveLength(8);
    expect(pids.map(Number).filter(isRunning)).toHaveLength(8);
    host.killHard();
    await host.ended;
    await until(() => !pids.map(Number).some(isRunning));
  });
});

const report = z.object({
  uid: z.number(),
  left: z.array(z.number()),
  finished: z.array(
    z.object({ name: z.string(), outcome: z.string(), output: z.json(), message: z.string().nullable() }),
  ),
});

it("as an ordinary user every hostile agent ends as it must", async () => {
  const host = await startForeignHost("hostile", true);
  const { uid, left, finished } = report.parse(JSON.parse(await host.line()));
  expect(uid).not.toBe(0);
  expect(left).toEqual([]);
  for (const agent of HOSTILE_AGENTS) {
    const ended = finished.find(({ name }) => name === agent.name);
    expect(ended).toMatchObject({
      outcome: agent.outcome,
      ...(agent.output === undefined ? {} : { output: agent.output }),
      ...(agent.message ? { message: expect.stringContaining(agent.message) } : {}),
    });
  }
});

it("a host clears away what a killed one left", async () => {
  const left = join(test.runDirectory, "g", "4194303-00000000");
  mkdirSync(left);
  const again = await openTestRuntime({ runDirectory: test.runDirectory });
  expect(existsSync(left)).toBe(false);
  expect(readdirSync(join(test.runDirectory, "g"))).toHaveLength(2);
  await again.runtime.close();
});
