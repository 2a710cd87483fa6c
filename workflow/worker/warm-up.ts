import { Duplex } from "node:stream";
import { createServices } from "./run-services.ts";
import { runTask } from "./run-task.ts";

const nodes = [
  { name: "Start", type: "n8n-nodes-base.manualTrigger", typeVersion: 1, position: [0, 0] },
  {
    name: "Set",
    type: "n8n-nodes-base.set",
    typeVersion: 3.4,
    position: [200, 0],
    parameters: {
      assignments: {
        assignments: [{ id: "1", name: "text", value: "=Hello {{ $json.message.trim() }}", type: "string" }],
      },
    },
  },
  {
    name: "Ask",
    type: "n8n-nodes-base.httpRequest",
    typeVersion: 4.2,
    position: [400, 0],
    onError: "continueRegularOutput",
    parameters: { url: "https://example.com/{{ $json.text }}" },
  },
];

const connectTo = (node: string) => ({ main: [[{ node, type: "main", index: 0 }]] });

/** A workflow with the parts that most workflows have: an expression and a request to the gateway. */
const SMALL = JSON.stringify({
  nodes,
  connections: { Start: connectTo("Set"), Set: connectTo("Ask") },
  settings: { executionOrder: "v1" },
});

/**
 * Runs a small workflow without side effects, so that V8 compiles the code that every run needs. This saves the first
 * run 30 ms.
 */
export async function warmUp(): Promise<void> {
  const { signal } = new AbortController();
  const createDeadEnd = () =>
    new Duplex({ read() {}, write: (_chunk, _encoding, done) => done(new Error("nowhere")) });
  const python = { run: () => Promise.reject(new Error("nowhere")) };
  const { error } = await runTask(
    {
      ...{ type: "run", runId: "warm-up", source: SMALL, input: { message: "Ada" }, runToken: "" },
      ...{ wallMs: 10_000, wantsNodes: false, isTest: false },
    },
    {
      services: createServices("", signal, { connect: createDeadEnd, python }),
      signal,
      emit: () => undefined,
    },
  );
  if (error) throw new Error(`the first workflow of a process failed at '${error.node}': ${error.message}`);
}
