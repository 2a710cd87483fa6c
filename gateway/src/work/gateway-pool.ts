import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { programFromSources } from "./program-from-sources.ts";
import { WorkPool } from "./work-pool.ts";

/** Beside the bundled server, or made of the sources. */
function program(): string {
  const bundled = fileURLToPath(new URL("./gateway-worker.js", import.meta.url));
  return existsSync(bundled) ? bundled : programFromSources(new URL("./gateway-worker.ts", import.meta.url));
}

/** One for the process, as it is the processors that are shared out. Idle threads end by themselves. */
export const gatewayPool = new WorkPool(program);
