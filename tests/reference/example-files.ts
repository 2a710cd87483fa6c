import { fileURLToPath } from "node:url";

/** Where the recorded examples lie, a file for each group of operations. */
export const EXAMPLES = fileURLToPath(new URL("../../contract/examples", import.meta.url));
