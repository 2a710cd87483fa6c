import { fileURLToPath } from "node:url";
import { findEnvironmentsDirectory } from "../environments/index.ts";

/** `npm test` and `npm run bench` build the environments here once, for all servers and runtimes that they start. */
const HOME = fileURLToPath(new URL("../../../../.cache", import.meta.url));

/** Returns the folder of environments for tests. `npm test -- --only unit` builds missing environments there. */
export function getTestEnvironmentsDirectory(): string {
  return findEnvironmentsDirectory(HOME, process.env.STOA_ENVIRONMENTS || undefined);
}
