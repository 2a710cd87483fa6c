import type { JsonValue } from "@stoa/runtime/protocol";
import type { WaitAnswer, WaitRequest } from "../gateway/wait-messages.ts";
import type { Storage, WaitService, WorkflowServices } from "../model/services.ts";

/** Freezes a value deeply, so that a node that mutates another node's items fails its test. */
export function deepFreeze<Value>(value: Value): Value {
  if (value === null || typeof value !== "object" || ArrayBuffer.isView(value) || Object.isFrozen(value))
    return value;
  Object.freeze(value);
  for (const part of Object.values(value)) deepFreeze(part);
  return value;
}

/** Creates a wait service that returns scripted answers in order. Undefined means that nobody answers. */
export function createScriptedAnswers(...script: (Partial<WaitAnswer> | undefined)[]) {
  const requests: WaitRequest[] = [];
  let addresses = 0;
  const answers: WaitService = {
    address: () => {
      addresses += 1;
      return Promise.resolve(`https://stoa.example/resume/${addresses}`);
    },
    wait: (question) => {
      requests.push(question);
      const answer = script[requests.length - 1];
      return Promise.resolve({
        ...(answer && { answer: { headers: {}, query: {}, body: {}, files: {}, ...answer } }),
        runEnds: false,
      });
    },
  };
  return { answers, requests: requests };
}

/** Creates storage in memory. */
export function createMemoryStorage(stored = new Map<string, JsonValue>()): Storage {
  return {
    read: (kind, key) => Promise.resolve(stored.get(`${kind}/${key}`)),
    write: (kind, key, value) => {
      stored.set(`${kind}/${key}`, structuredClone(value));
      return Promise.resolve();
    },
  };
}

const createRefusal = (what: string) => () => Promise.reject(new Error(`the test scripts no ${what}`));

/** Creates the services of a run from the services that a test provides. All other services throw when called. */
export function createScriptedServices(overrides: Partial<WorkflowServices> = {}): WorkflowServices {
  return {
    gateway: { call: createRefusal("gateway") },
    http: { send: createRefusal("HTTP") },
    code: { javascript: createRefusal("JavaScript"), python: createRefusal("Python") },
    storage: createMemoryStorage(),
    ...overrides,
  };
}
