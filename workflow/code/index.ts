export { type CodeRunnerParts, createCodeRunner } from "./code-runner.ts";
export type { PythonCodeAnswer, PythonCodeJob, PythonSandbox } from "./python-code.ts";
