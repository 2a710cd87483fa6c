import { fileURLToPath } from "node:url";

/** The folder of the recorded examples, a file per group of operations. */
export const EXAMPLES = fileURLToPath(new URL("../../contract/examples", import.meta.url));
