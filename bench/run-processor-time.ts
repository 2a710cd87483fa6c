import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import {
  listIdleProcesses,
  listSandboxProcesses,
  waitUntil,
} from "../runtime/supervisor/python/testing/processes.ts";
import { createJob, openTestRuntime } from "../runtime/supervisor/python/testing/runtime-fixture.ts";
import { getTestEnvironmentsDirectory } from "../runtime/supervisor/python/testing/test-environments.ts";
import type { Figure } from "./figure.ts";

const SPARES = 2;
/** The first runs create both spares and fill caches in the kernel. */
const WARM_UP = 10;
/** The kernel counts in ticks of 10 ms, so with this number of runs the result is accurate to 0.05 ms. */
const RUNS = 200;
const TICK_MS = 10;
/** The next spare is created 50 ms after a run starts. */
const PAUSE_MS = 60;

const KINDS = [
  { name: "a light run", environment: "stoa", head: "", goalMs: 6 },
  { name: "a LangChain run", environment: "langchain", head: "import langchain_openai\n", goalMs: 9 },
] as const;

/** Returns the processor time of these processes and of their children that have ended, in ticks. */
function readTicks(processes: readonly number[]): number {
  let ticks = 0;
  for (const pid of processes) {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    for (const field of fields.slice(11, 15)) ticks += Number(field);
  }
  return ticks;
}

async function measureKind({ name, environment, head, goalMs }: (typeof KINDS)[number]): Promise<Figure> {
  const environmentsDirectory = getTestEnvironmentsDirectory();
  const test = await openTestRuntime({ environmentsDirectory, spares: SPARES, parents: "first-use" });
  const job = createJob(`${head}def main(message):\n    return message\n`, {
    limits: { memoryBytes: 1024 ** 3 },
  });
  const run = async () => {
    const { outcome, error } = await test.runtimes[environment].start(job, () => {}).receipt;
    if (outcome !== "completed") throw new Error(`${name} failed: ${error?.message}`);
    await delay(PAUSE_MS);
  };
  const readIdle = async () => {
    await waitUntil(() => listSandboxProcesses().length === listIdleProcesses(SPARES));
    return readTicks(listSandboxProcesses());
  };
  try {
    for (let count = 0; count < WARM_UP; count++) await run();
    const before = await readIdle();
    for (let count = 0; count < RUNS; count++) await run();
    const ms = (((await readIdle()) - before) * TICK_MS) / RUNS;
    return {
      name: `processor time of the sandbox of ${name}`,
      measurement: `${ms.toFixed(1)} ms`,
      goal: `<= ${goalMs} ms`,
      met: ms <= goalMs,
      detail: `monitor, agent process, and their parent's work for them; mean of ${RUNS} trivial runs`,
    };
  } finally {
    await test.close();
  }
}

/** Measures the processor time that a run costs if its agent does nothing. */
export async function measureRunProcessorTime(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const kind of KINDS) figures.push(await measureKind(kind));
  return figures;
}
