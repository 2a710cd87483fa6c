import { ConcurrencyLimit } from "@stoa/runtime/sandbox";
import type { PythonSandbox } from "../code/index.ts";
import type { Channel } from "../worker/channels.ts";
import type { PythonCall, PythonCallAnswer } from "./python-call.ts";

const NO_SANDBOX: PythonSandbox = {
  run: () =>
    Promise.reject(
      new Error(
        "This server cannot run Python code because it has no Python sandbox. Use JavaScript, or ask the operator to set up the sandbox",
      ),
    ),
};

/**
 * Returns a function that answers a run's Python calls, one sandbox at a time, so that the limit on runs also limits
 * sandboxes. Apart from an agent's tools, nodes run one after the other anyway.
 */
export function createPythonServer(sandbox = NO_SANDBOX): (call: PythonCall, line: Channel) => Promise<void> {
  const limit = new ConcurrencyLimit(1);
  return async (call, line) => {
    const aborted = new AbortController();
    line.listen({ message: () => undefined, closed: () => aborted.abort() });
    const answer = await limit.run(async (): Promise<PythonCallAnswer> => {
      try {
        aborted.signal.throwIfAborted();
        return { answer: await sandbox.run({ ...call, signal: aborted.signal }) };
      } catch (error) {
        return { problem: error instanceof Error ? error.message : String(error) };
      }
    });
    line.send(answer);
    line.close();
  };
}
