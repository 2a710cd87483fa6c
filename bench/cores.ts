import { execFileSync } from "node:child_process";
import { availableParallelism } from "node:os";

/** What is measured has one core, and the process that measures it has another, so neither waits for the other. */
const PLACES = { server: "0", load: "1", anywhere: `0-${availableParallelism() - 1}` };

/** Keeps this process, and what it starts from now on, on its core. @returns false where that cannot be had. */
export function moveTo(place: keyof typeof PLACES): boolean {
  if (availableParallelism() < 2) return false;
  try {
    execFileSync("taskset", ["-a", "-c", "-p", PLACES[place], String(process.pid)], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
