import type { CodeRunner, HttpClient } from "../model/services.ts";
import { CodeFailure } from "./code-failure.ts";
import { CODE_LIMITS, type CodeLimits } from "./code-limits.ts";
import { runJavaScript } from "./javascript-code.ts";
import { type PythonSandbox, runPython } from "./python-code.ts";

export interface CodeRunnerParts {
  /** Sends the requests of `helpers.httpRequest` and `fetch`. */
  http: HttpClient;
  /** The sandbox for Python code. If it is not set, Python code is refused. */
  python?: PythonSandbox;
  limits?: CodeLimits;
}

/** Returns a runner for authors' code: JavaScript in WebAssembly in this thread, Python in Stoa's sandbox. */
export function createCodeRunner({ http, python, limits = CODE_LIMITS }: CodeRunnerParts): CodeRunner {
  return {
    javascript: (request) => runJavaScript(request, http, limits),
    python(request) {
      if (!python)
        return Promise.reject(
          new CodeFailure(
            "This server cannot run Python code because it has no Python sandbox. Use JavaScript, or ask the operator to set up the sandbox",
          ),
        );
      return runPython(request, python, limits);
    },
  };
}
