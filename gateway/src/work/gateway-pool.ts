import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { buildProgramFromSources } from "./program-from-sources.ts";
import { WorkPool } from "./work-pool.ts";

/** Returns the worker's program: the file next to the bundled server, or a program built from the sources. */
function buildProgram(): string {
  const bundled = fileURLToPath(new URL("./gateway-worker.js", import.meta.url));
  return existsSync(bundled)
    ? bundled
    : buildProgramFromSources(new URL("./gateway-worker.ts", import.meta.url));
}

/**
 * The only pool of the process, because a pool divides the processors among all callers. Idle threads end
 * automatically.
 */
export const gatewayPool = new WorkPool(buildProgram);
