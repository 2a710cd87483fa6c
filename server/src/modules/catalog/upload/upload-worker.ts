/** The program of the threads that look through uploaded files: a function for each task. */
export { readJsonAgent } from "./json-agent.ts";
export { scanForSecrets } from "./secret-scan.ts";
