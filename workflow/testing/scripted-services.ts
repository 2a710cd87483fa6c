import type { JsonValue } from "@stoa/runtime/protocol";
import type { Storage, WorkflowServices } from "../model/services.ts";

/** Storage that ends with the test. */
export function memoryStorage(kept = new Map<string, JsonValue>()): Storage {
  return {
    read: (kind, key) => Promise.resolve(kept.get(`${kind}/${key}`)),
    write: (kind, key, value) => {
      kept.set(`${kind}/${key}`, structuredClone(value));
      return Promise.resolve();
    },
  };
}

const refused = (what: string) => () => Promise.reject(new Error(`the test scripts no ${what}`));

/** Services of which a test gives those that it means to be used. */
export function scriptedServices(given: Partial<WorkflowServices> = {}): WorkflowServices {
  return {
    gateway: { call: refused("gateway") },
    http: { send: refused("HTTP") },
    code: { javascript: refused("JavaScript"), python: refused("Python") },
    storage: memoryStorage(),
    ...given,
  };
}
