/** The program of the threads that check uploaded files: one function per task. */
export { readJsonAgent } from "./json-agent.ts";
export { scanForSecrets } from "./secret-scan.ts";
