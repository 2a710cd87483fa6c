import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import type { PythonRuntimesOptions } from "./index.ts";
import { isRunning, listIdleProcesses, listSandboxProcesses, waitUntil } from "./testing/processes.ts";
import {
  createJob,
  makeRunDirectory,
  openTestRuntime,
  PYTHON_SOURCES,
  runAgent,
  type TestRuntime,
} from "./testing/runtime-fixture.ts";

// Real sandboxes need time on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const ECHO = "def main(message): return message";
const SLEEPER = "import time\ndef main(message):\n    time.sleep(0.5)\n    return message";

let test: TestRuntime;
let reports: string[] = [];

async function open(options: Partial<PythonRuntimesOptions>): Promise<void> {
  reports = [];
  test = await openTestRuntime({
    parents: "first-use",
    spares: 0,
    report: (text) => void reports.push(text),
    ...options,
  });
}
afterEach(() => test.close());

const sorted = () => listSandboxProcesses().sort((a, b) => a - b);

/** Returns the process ID of the parent, which starts after bubblewrap and bubblewrap's first process. */
async function parentProcess(): Promise<number> {
  await waitUntil(() => listSandboxProcesses().length >= 3);
  return sorted()[2] ?? 0;
}

function parentsStarted(): number {
  const [host = ""] = readdirSync(join(test.runDirectory, "g"));
  return readdirSync(join(test.runDirectory, "g", host)).filter((name) => name.startsWith("p")).length;
}

async function answers(count: number): Promise<unknown[]> {
  const runs = Array.from({ length: count }, () => runAgent(test.runtime, ECHO));
  return (await Promise.all(runs)).map(({ receipt }) => receipt.output);
}

it("runs that start together before any parent exists share one parent", async () => {
  await open({});
  expect(await answers(20)).toEqual(Array(20).fill("hello"));
  expect(parentsStarted()).toBe(1);
  await waitUntil(() => listSandboxProcesses().length === listIdleProcesses(0));
});

it("a parent and its spares start before the first run if parents start at boot", async () => {
  await open({ parents: "boot", spares: 2 });
  await waitUntil(() => listSandboxProcesses().length === listIdleProcesses(2));
  expect(parentsStarted()).toBe(1);
});

it("the number of spares is restored after any number of simultaneous runs", async () => {
  await open({ spares: 3 });
  for (const count of [1, 12, 2]) {
    expect(await answers(count)).toHaveLength(count);
    await waitUntil(() => listSandboxProcesses().length === listIdleProcesses(3));
  }
});

it("replaces a spare that is killed", async () => {
  await open({ parents: "boot", spares: 1 });
  await waitUntil(() => listSandboxProcesses().length === listIdleProcesses(1));
  process.kill(sorted()[3] ?? 0, "SIGKILL");
  expect(await answers(3)).toEqual(["hello", "hello", "hello"]);
  await waitUntil(() => listSandboxProcesses().length === listIdleProcesses(1));
});

it("restarts a parent that dies, and no run fails meanwhile", async () => {
  await open({ parents: "boot" });
  const first = await parentProcess();
  process.kill(first, "SIGKILL");
  expect(await answers(5)).toEqual(Array(5).fill("hello"));
  await waitUntil(() => listSandboxProcesses().length === listIdleProcesses(0) && !isRunning(first));
  expect(reports).toHaveLength(1);
});

it("repeats a run that has no output yet if its parent dies", async () => {
  await open({});
  await answers(1);
  const run = runAgent(test.runtime, SLEEPER);
  await waitUntil(() => listSandboxProcesses().length === listIdleProcesses(0) + 2);
  process.kill(await parentProcess(), "SIGKILL");
  expect((await run).receipt).toMatchObject({ outcome: "completed", output: "hello" });
});

it("starts runs without a parent if parents cannot isolate them", async () => {
  const python = join(makeRunDirectory(), "python");
  cpSync(PYTHON_SOURCES, python, { recursive: true });
  const monitor = join(python, "stoa_sandbox", "monitor.py");
  const broken = readFileSync(monitor, "utf8").replace(
    "if surroundings.shared:\n",
    'if surroundings.shared:\n            raise OSError("no more namespaces")\n',
  );
  writeFileSync(monitor, broken);
  for (const spares of [0, 2]) {
    await open({ sourceDirectory: python, spares });
    expect(await answers(3)).toEqual(["hello", "hello", "hello"]);
    if (spares === 0) await test.close();
  }
  rmSync(dirname(python), { recursive: true });
});

it("does not repeat a run that has called its gateway, so that nobody pays twice for its calls", async () => {
  await open({});
  await answers(1);
  const source =
    "import socket, time\ndef main(message):\n    socket.create_connection(('127.0.0.1', 8741)).sendall(b'x')\n    time.sleep(5)";
  const connectGateway = vi.fn<() => void>();
  const { receipt } = test.runtime.start(createJob(source, { connectGateway }), () => {});
  await waitUntil(() => connectGateway.mock.calls.length === 1);
  process.kill(await parentProcess(), "SIGKILL");
  expect(await receipt).toMatchObject({ outcome: "crashed" });
});

it("replaces a parent after its maximum number of runs, but lets its active runs complete", async () => {
  await open({ runsPerParent: 4 });
  await answers(2);
  const first = await parentProcess();
  const long = runAgent(test.runtime, SLEEPER);
  await answers(2);
  await waitUntil(() => parentsStarted() === 2);
  expect((await long).receipt.output).toBe("hello");
  await waitUntil(() => !isRunning(first));
  expect(await answers(1)).toEqual(["hello"]);
  expect(reports).toEqual([]);
});

it("gives an agent its full memory limit in addition to the memory that its parent has mapped", async () => {
  await open({});
  const take = (mib: number) => `def main(message): return len(bytearray(${mib} << 20)) >> 20`;
  const limits = { memoryBytes: 64 << 20 };
  expect((await runAgent(test.runtime, take(56), { limits })).receipt.output).toBe(56);
  expect((await runAgent(test.runtime, take(65), { limits })).receipt.outcome).toBe("failed");
});

it("gives forks different random numbers", async () => {
  await open({ spares: 2 });
  const source = "import random, uuid, tempfile\ndef main(message): return random.random()";
  const numbers = await Promise.all(Array.from({ length: 8 }, () => runAgent(test.runtime, source)));
  expect(new Set(numbers.map(({ receipt }) => receipt.output)).size).toBe(8);
});
