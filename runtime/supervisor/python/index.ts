export { createPythonRuntimes, type PythonRuntimes, type PythonRuntimesOptions } from "./python-runtimes.ts";
