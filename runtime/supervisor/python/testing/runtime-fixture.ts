import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Job, JobLimits, RunEvent, RunReceipt } from "../../../protocol/index.ts";
import type { AgentRuntime } from "../../agent-runtime.ts";
import { createPythonRuntimes, type PythonRuntimes, type PythonRuntimesOptions } from "../index.ts";

const MIB = 1 << 20;

/** Small enough to reach each limit quickly, and large enough for the honest agents of these tests. */
export const TEST_LIMITS: JobLimits = {
  wallMs: 20_000,
  cpuSeconds: 10,
  memoryBytes: 256 * MIB,
  diskBytes: 8 * MIB,
  processes: 16,
  outputBytes: 256 * 1024,
};

export const PYTHON_SOURCES = fileURLToPath(new URL("../../../python", import.meta.url));

/** Creates a run directory that any user may pass through. */
export function makeRunDirectory(): string {
  const path = mkdtempSync(join(tmpdir(), "stoa-"));
  chmodSync(path, 0o711);
  return path;
}

/** Both kinds of sandboxes, which must behave alike. */
export const LAUNCHERS = [
  ["a cold sandbox", "never"],
  ["a fork of a warm parent", "first-use"],
] as const;

/** The launchers for tests whose subject is the same for all of them: in the short suite, those with warm parents. */
export const USUAL_LAUNCHERS = LAUNCHERS.filter(
  ([, parents]) => parents !== "never" || process.env.STOA_TEST_LONG,
);

export interface TestRuntime {
  /** The runtime for plain Python. */
  runtime: AgentRuntime;
  runtimes: PythonRuntimes;
  runDirectory: string;
  close(): Promise<void>;
}

/** Opens a real runtime in its own run directory. Throws if this machine cannot run sandboxes. */
export async function openTestRuntime(options: Partial<PythonRuntimesOptions> = {}): Promise<TestRuntime> {
  const runDirectory = options.runDirectory ?? makeRunDirectory();
  const runtimes = await createPythonRuntimes({ runDirectory, ...options });
  const status = runtimes.stoa.getStatus();
  if (!status.available) throw new Error(`${status.reason} ${status.remedy}`);
  return {
    runtime: runtimes.stoa,
    runtimes,
    runDirectory,
    async close() {
      await runtimes.close();
      rmSync(runDirectory, { recursive: true, force: true });
    },
  };
}

export type JobChanges = Partial<Omit<Job, "limits">> & { limits?: Partial<JobLimits> };

let jobs = 0;

/** Returns a job whose entry point is `main(message)`, with the test's changes. */
export function createJob(source: string, { limits, ...changes }: JobChanges = {}): Job {
  jobs += 1;
  return {
    runId: `run_${jobs}`,
    source,
    filename: "agent.py",
    entry: { name: "main", kind: "function", takes: "parameters" },
    input: { message: "hello" },
    runToken: "token-of-this-run",
    connectGateway: (socket) => socket.destroy(),
    ...changes,
    limits: { ...TEST_LIMITS, ...limits },
  };
}

export interface FinishedRun {
  receipt: RunReceipt;
  events: RunEvent[];
}

export async function runAgent(
  runtime: AgentRuntime,
  source: string,
  changes?: JobChanges,
): Promise<FinishedRun> {
  const events: RunEvent[] = [];
  const receipt = await runtime.start(createJob(source, changes), (event) => events.push(event)).receipt;
  return { receipt, events };
}
