import type { EarlierRuns, JsonValue } from "@stoa/runtime/protocol";
import type { JsonObject } from "../model/item.ts";
import type { WorkflowServices } from "../model/services.ts";
import { runTask } from "../worker/run-task.ts";
import type { RunTask, WorkerEvent } from "../worker/worker-messages.ts";
import { createScriptedServices } from "./scripted-services.ts";

/** One turn of a conversation with a workflow. */
export interface TestTurn {
  answer: JsonValue;
  /** What the next turn continues. */
  state: string | undefined;
  error: { node: string; message: string } | undefined;
  /** The output of each node's last run. */
  nodes: { [node: string]: JsonObject[][] };
  events: WorkerEvent[];
}

interface TurnOptions {
  services?: Partial<WorkflowServices>;
  /** The state of the turn before. */
  state?: string | undefined;
  earlierRuns?: EarlierRuns;
  runId?: string;
  /** Set for a run outside a conversation. */
  standsAlone?: true;
  wallMs?: number;
}

/** Runs one turn of a conversation, from the state that the turn before kept. A text is the message. */
export async function runTurn(
  file: JsonObject | string,
  input: JsonValue,
  { services, state, earlierRuns, runId = "run_1", standsAlone, wallMs = 20_000 }: TurnOptions = {},
): Promise<TestTurn> {
  const events: WorkerEvent[] = [];
  const task: RunTask = {
    ...{ type: "run", runId, runToken: "rt_1", wallMs, wantsNodes: true, isTest: false },
    source: typeof file === "string" ? file : JSON.stringify(file),
    input: typeof input === "string" ? { message: input } : input,
    ...(!standsAlone && {
      conversation: {
        id: "conv_1",
        ...(state !== undefined && { state }),
        ...(earlierRuns && { earlierRuns }),
      },
    }),
  };
  const { signal } = new AbortController();
  const ended = await runTask(task, {
    services: createScriptedServices(services),
    signal,
    emit: (event) => events.push(event),
  });
  return {
    answer: ended.answer,
    state: ended.state,
    error: ended.error,
    nodes: JSON.parse(ended.nodes ?? "{}") as TestTurn["nodes"],
    events,
  };
}

/** Runs the turns of a conversation. Each continues from what the turn before has kept. */
export async function converse(
  file: JsonObject | string,
  inputs: readonly JsonValue[],
  services: Partial<WorkflowServices> = {},
): Promise<TestTurn[]> {
  const turns: TestTurn[] = [];
  for (const input of inputs)
    turns.push(await runTurn(file, input, { services, state: turns.at(-1)?.state }));
  return turns;
}

/** A node of a test's file. Its number of inputs and outputs follows from the arrows. */
export interface TestNode {
  name: string;
  type: string;
  version?: number;
  parameters?: JsonObject;
}

/**
 * Creates an export. An arrow is `From -> To`; `From.1 -> To.1` are the second output and the second input. A type without
 * a dot is one of n8n's base nodes.
 */
export function createFile(nodes: readonly TestNode[], arrows: readonly string[], order = "v1"): JsonObject {
  const connections: { [from: string]: { main: JsonObject[][] } } = {};
  for (const arrow of arrows) {
    const [[from = "", output = "0"], [to = "", input = "0"]] = arrow
      .split(" -> ")
      .map((end) => end.split(".")) as [string[], string[]];
    const main = connections[from]?.main ?? [];
    connections[from] = { main };
    while (main.length <= Number(output)) main.push([]);
    main[Number(output)]?.push({ node: to, type: "main", index: Number(input) });
  }
  return {
    name: "Flow",
    nodes: nodes.map(({ name, type, version = 1, parameters = {} }, index) => ({
      name,
      type: type.includes(".") ? type : `n8n-nodes-base.${type}`,
      typeVersion: version,
      position: [200 * index, 100 * index],
      parameters,
    })),
    connections,
    settings: { executionOrder: order },
  };
}
