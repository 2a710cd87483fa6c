import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { programFromSources } from "./program-from-sources.ts";
import { WorkPool } from "./work-pool.ts";

/** Next to the bundled server, or built from the sources. */
function program(): string {
  const bundled = fileURLToPath(new URL("./gateway-worker.js", import.meta.url));
  return existsSync(bundled) ? bundled : programFromSources(new URL("./gateway-worker.ts", import.meta.url));
}

/** Shared by the process, because it divides the processors among all callers. Idle threads end automatically. */
export const gatewayPool = new WorkPool(program);
