import { fileURLToPath } from "node:url";

/** The folder with the recorded examples, one file per group of operations. */
export const EXAMPLES = fileURLToPath(new URL("../../contract/examples", import.meta.url));
