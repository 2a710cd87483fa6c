import { execFileSync } from "node:child_process";
import { availableParallelism } from "node:os";

/** One core for the measured process and one for the measuring process, so that neither waits for the other. */
const CORES = { server: "0", load: "1", anywhere: `0-${availableParallelism() - 1}` };

/**
 * Pins this process and the child processes that it starts later to the core for `role`.
 * @returns false if the machine has only one core or the system does not support pinning.
 */
export function moveTo(role: keyof typeof CORES): boolean {
  if (availableParallelism() < 2) return false;
  try {
    execFileSync("taskset", ["-a", "-c", "-p", CORES[role], String(process.pid)], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
