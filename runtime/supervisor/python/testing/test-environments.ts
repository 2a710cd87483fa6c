import { fileURLToPath } from "node:url";
import { findEnvironmentsDirectory } from "../environments/index.ts";

/** `npm test` and `npm run bench` make the environments here, once for all servers and runtimes that they start. */
const HOME = fileURLToPath(new URL("../../../../.cache", import.meta.url));

/** The folder of environments that tests use; `npm test -- --only unit` makes what is missing in it. */
export function getTestEnvironmentsDirectory(): string {
  return findEnvironmentsDirectory(HOME, process.env.STOA_ENVIRONMENTS || undefined);
}
