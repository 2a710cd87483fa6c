export { createPythonRuntime, type PythonRuntimeOptions } from "./python-runtime.ts";
