import { MessageChannel, type MessagePort } from "node:worker_threads";
import type { PythonCodeAnswer, PythonSandbox } from "../code/index.ts";
import type { PythonCall, PythonCallAnswer } from "./python-call.ts";

/** Python for a run's thread, which has no processes of its own: the main thread is asked for each call. */
export function askedPython(ask: (call: PythonCall, port: MessagePort) => void): PythonSandbox {
  return {
    run: ({ source, given, wallMs, signal }) =>
      new Promise<PythonCodeAnswer>((resolve, reject) => {
        signal.throwIfAborted();
        const { port1, port2 } = new MessageChannel();
        const giveUp = () => port1.close();
        signal.addEventListener("abort", giveUp, { once: true });
        port1.once("close", () => {
          signal.removeEventListener("abort", giveUp);
          reject(new Error("The run was ended"));
        });
        port1.once("message", (told: PythonCallAnswer) => {
          if ("answer" in told) resolve(told.answer);
          else reject(new Error(told.problem));
          port1.close();
        });
        ask({ source, given, wallMs }, port2);
      }),
  };
}
