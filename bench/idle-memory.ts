import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import type { Figure } from "./figure.ts";

/**
 * The time to wait before the measurement. Threads for heavy work end after an idle minute, and a first start has just
 * used such a thread to check the sample agents.
 */
const SETTLE_MS = 75_000;
const GOAL_MB = 250;

/** Measures the resident memory of an idle server process, without the database. */
export async function measureIdleMemory(pid: number): Promise<Figure> {
  await delay(SETTLE_MS);
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const megabytes = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
  return {
    name: "resident memory when idle",
    measurement: `${megabytes.toFixed(0)} MB`,
    goal: `<= ${GOAL_MB} MB`,
    met: megabytes <= GOAL_MB,
    detail: "one node process, without the database",
  };
}
