import type { PythonCodeAnswer, PythonSandbox } from "../code/index.ts";
import type { Channel } from "../worker/channels.ts";
import type { PythonCall, PythonCallAnswer } from "./python-call.ts";

/** Returns a client that lets the server run each call, because workers cannot start processes. */
export function createPythonClient(ask: (call: PythonCall) => Channel): PythonSandbox {
  return {
    run: ({ source, input, wallMs, signal }) =>
      new Promise<PythonCodeAnswer>((resolve, reject) => {
        signal.throwIfAborted();
        const line = ask({ source, input, wallMs });
        const giveUp = () => line.close();
        signal.addEventListener("abort", giveUp, { once: true });
        line.listen({
          message: (message) => {
            const answer = message as PythonCallAnswer;
            if ("answer" in answer) resolve(answer.answer);
            else reject(new Error(answer.problem));
            line.close();
          },
          closed: () => {
            signal.removeEventListener("abort", giveUp);
            reject(new Error("The run was stopped"));
          },
        });
      }),
  };
}
