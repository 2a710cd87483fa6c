import type { JsonValue } from "@stoa/runtime/protocol";
import { createCodeRunner, type PythonSandbox } from "../code/index.ts";
import type { HttpClient, Storage, WorkflowServices } from "../model/services.ts";

/**
 * Returns services for a run that must not reach anything outside its workflow. Code runs as usual. Static data is
 * forgotten after the run. Everything else throws.
 * @returns also the number of refused calls so far, because nodes can continue after an error
 */
export function createUnreachableServices(python: PythonSandbox): {
  services: WorkflowServices;
  countCalls(): number;
} {
  let calls = 0;
  const refuse = () => {
    calls += 1;
    return Promise.reject(new Error("A comparison calls no service."));
  };
  const http: HttpClient = { send: refuse, open: refuse };
  const kept = new Map<string, JsonValue>();
  const storage: Storage = {
    read: (kind, key) => (kind === "static" ? Promise.resolve(kept.get(key)) : refuse()),
    write: (kind, key, value) =>
      kind === "static" ? Promise.resolve(void kept.set(key, structuredClone(value))) : refuse(),
  };
  // Expressions read the URL without waiting for an answer, so it is no call.
  const address = () => Promise.resolve("https://stoa.invalid/resume/comparison");
  const services = {
    gateway: { call: refuse },
    http,
    storage,
    waits: { address, wait: refuse },
    code: createCodeRunner({ http, python }),
  };
  return { services, countCalls: () => calls };
}
