import { spawn } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { findEnvironments, isPresent } from "../runtime/supervisor/python/environments/index.ts";
import { findPython } from "../runtime/supervisor/python/probe.ts";
import { getTestEnvironmentsDirectory } from "../runtime/supervisor/python/testing/test-environments.ts";
import type { Figure } from "./figure.ts";
import { LangchainRuns, PYTHON_SOURCES } from "./langchain-runs.ts";
import { getMedian, getPercentile } from "./statistics.ts";

const ROUNDS = 10;
const RUNS_A_ROUND = 40;
const SPARES = 2;
/**
 * The pause between runs, about one HTTP round trip. Without it, the next run starts while the machine is still busy
 * with the previous one.
 */
const PAUSE_MS = 25;
const WITH_SPARES_GOAL_MS = 6;
const WITHOUT_GOAL_MS = 12;
const TAIL_GOAL = 3;
const RATIO_GOAL = 1 / 100;

async function measureFirstLines(runs: LangchainRuns): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < RUNS_A_ROUND; i++) {
    const run = runs.start(0);
    times.push(await run.firstLineMs);
    await run.ended;
    await delay(PAUSE_MS);
  }
  return times;
}

/**
 * Returns a function that measures how long a plain Python process with the same imports takes until its first line.
 */
async function makeColdProcess(): Promise<() => Promise<number>> {
  const python = await findPython(undefined);
  const found = await findEnvironments({
    directory: getTestEnvironmentsDirectory(),
    sourceDirectory: PYTHON_SOURCES,
    python,
    dropToUid: undefined,
  });
  if (!isPresent(found.langchain)) throw new Error(found.langchain.reason);
  const { packages, imports } = found.langchain;
  const program = `import sys; sys.path.append(${JSON.stringify(packages)})\n${imports
    .map((name) => `import ${name}`)
    .join("\n")}\nprint("first line", flush=True)`;
  return () =>
    new Promise((resolve, reject) => {
      const startedAt = performance.now();
      const child = spawn(python.executable, ["-s", "-S", "-B", "-c", program], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      child.stdout.once("data", () => resolve(performance.now() - startedAt));
      child.once("close", () => reject(new Error("the cold process printed nothing")));
    });
}

const show = (times: readonly number[]) =>
  `p50 ${getPercentile(times, 0.5).toFixed(1)}, p95 ${getPercentile(times, 0.95).toFixed(1)}, p99 ${getPercentile(times, 0.99).toFixed(1)} ms`;

/**
 * Measures the time to a LangChain agent's first line, with spares and without, and the time to the first line of a new
 * Python process with the same imports. The three measurements alternate.
 */
export async function measureFirstLine(): Promise<Figure[]> {
  const [cold, withSpares, without]: [number[], number[], number[]] = [[], [], []];
  const coldProcess = await makeColdProcess();
  const spared = await LangchainRuns.open(SPARES);
  const forked = await LangchainRuns.open(0);
  try {
    for (let round = 0; round < ROUNDS; round++) {
      withSpares.push(...(await measureFirstLines(spared)));
      without.push(...(await measureFirstLines(forked)));
      cold.push(await coldProcess());
    }
  } finally {
    await Promise.all([spared.close(), forked.close()]);
  }
  const [p50, p99, plain] = [
    getPercentile(withSpares, 0.5),
    getPercentile(withSpares, 0.99),
    getMedian(without),
  ];
  const ratio = p50 / getMedian(cold);
  return [
    {
      name: "a LangChain agent's first line, with spares",
      measurement: `${p50.toFixed(1)} ms p50`,
      goal: `<= ${WITH_SPARES_GOAL_MS} ms`,
      met: p50 <= WITH_SPARES_GOAL_MS,
      detail: `${show(withSpares)}, ${withSpares.length} runs ${PAUSE_MS} ms apart, ${SPARES} spares`,
    },
    {
      name: "the same, p99 / p50",
      measurement: `${(p99 / p50).toFixed(1)} x`,
      goal: `<= ${TAIL_GOAL} x`,
      met: p99 / p50 <= TAIL_GOAL,
      detail: `p99 ${p99.toFixed(1)} ms`,
    },
    {
      name: "the same, without spares",
      measurement: `${plain.toFixed(1)} ms p50`,
      goal: `<= ${WITHOUT_GOAL_MS} ms`,
      met: plain <= WITHOUT_GOAL_MS,
      detail: show(without),
    },
    {
      name: "the same / a process that imports LangChain",
      measurement: `1 / ${(1 / ratio).toFixed(0)}`,
      goal: "<= 1 / 100",
      met: ratio <= RATIO_GOAL,
      detail: `${getMedian(cold).toFixed(0)} ms until the first line of a plain Python process, median of ${ROUNDS}`,
    },
  ];
}
