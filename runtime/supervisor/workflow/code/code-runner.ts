import type { CodeRunner, HttpClient } from "../model/services.ts";
import { CodeFailure } from "./code-failure.ts";
import { runJavaScript } from "./javascript-code.ts";
import { type PythonSandbox, runPython } from "./python-code.ts";

export interface CodeRunnerParts {
  /** What `helpers.httpRequest` and `fetch` go over. */
  http: HttpClient;
  /** None: Python code is refused. */
  python?: PythonSandbox;
}

/** Runs authors' code: JavaScript in WebAssembly in this thread, Python in Stoa's sandbox. */
export function createCodeRunner({ http, python }: CodeRunnerParts): CodeRunner {
  return {
    javascript: (request) => runJavaScript(request, http),
    python(request) {
      if (!python)
        return Promise.reject(new CodeFailure("Python code cannot run here: there is no Python sandbox"));
      return runPython(request, python);
    },
  };
}
