import { readFileSync } from "node:fs";
import {
  listIdleProcesses,
  listSandboxProcesses,
  waitUntil,
} from "../runtime/supervisor/python/testing/processes.ts";
import type { Figure } from "./figure.ts";
import { LangchainRuns } from "./langchain-runs.ts";

const RUNS = 20;
const RUN_GOAL_MIB = 10;
const PARENT_GOAL_MIB = 150;

function readMebibytes(pid: number, file: "smaps_rollup" | "status", field: string): number {
  const text = readFileSync(`/proc/${pid}/${file}`, "utf8");
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, "m").exec(text)?.[1]) / 1024;
}

/** Returns a process's private memory, including its page tables, in MiB. */
function readPrivateMemory(pid: number): number {
  const pages =
    readMebibytes(pid, "smaps_rollup", "Private_Clean") + readMebibytes(pid, "smaps_rollup", "Private_Dirty");
  return pages + readMebibytes(pid, "status", "VmPTE");
}

/** Measures the private memory of a LangChain run. Only root may read a monitor's memory map. */
async function measureRunMemory(runs: LangchainRuns, parent: number): Promise<Figure> {
  const goal = `<= ${RUN_GOAL_MIB} MiB`;
  const name = "private memory of a LangChain run";
  if (process.getuid?.() !== 0)
    return {
      name,
      measurement: "unknown",
      goal,
      met: false,
      detail: "requires root, because only root can inspect a monitor",
    };
  const activeRuns = Array.from({ length: RUNS }, () => runs.start(60));
  await Promise.all(activeRuns.map((run) => run.firstLineMs));
  const processes = listSandboxProcesses().filter((pid) => pid > parent);
  const aRun = processes.reduce((sum, pid) => sum + readPrivateMemory(pid), 0) / RUNS;
  for (const run of activeRuns) run.cancel();
  await Promise.all(activeRuns.map((run) => run.ended));
  return {
    name,
    measurement: `${aRun.toFixed(1)} MiB`,
    goal,
    met: aRun <= RUN_GOAL_MIB,
    detail: `monitor, agent process and their page tables; mean of ${RUNS} concurrent runs`,
  };
}

/** Measures the memory of concurrent LangChain runs, and of the parent process from which they are forked. */
export async function measureSandboxMemory(): Promise<Figure[]> {
  const runs = await LangchainRuns.open(0);
  try {
    await waitUntil(() => listSandboxProcesses().length === listIdleProcesses(0));
    const parent = Math.max(...listSandboxProcesses());
    const bytesPerRun = await measureRunMemory(runs, parent);
    const resident = readMebibytes(parent, "status", "VmRSS");
    return [
      bytesPerRun,
      {
        name: "resident memory of a LangChain parent",
        measurement: `${resident.toFixed(0)} MiB`,
        goal: `<= ${PARENT_GOAL_MIB} MiB`,
        met: resident <= PARENT_GOAL_MIB,
        detail: "shared by all runs of the framework",
      },
    ];
  } finally {
    await runs.close();
  }
}
