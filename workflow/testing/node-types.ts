import type { Item, JsonObject } from "../model/item.ts";
import type { NodeType } from "../model/node-type.ts";

/** Node types that each have a single function, for tests of the engine. Their version is 1. */
export const PLAIN_TYPES: readonly NodeType[] = [
  { types: ["own.start"], versions: [1], trigger: true, execute: ({ items }) => [items] },
  { types: ["own.pass"], versions: [1], execute: ({ items }) => [items] },
  {
    types: ["own.give"],
    versions: [1],
    execute: (context) => [context.list("items", 0).map((json): Item => ({ json: json as JsonObject }))],
  },
  { types: ["own.nothing"], versions: [1], execute: () => [[]] },
  {
    types: ["own.add"],
    versions: [1],
    execute: async (context) => [
      await context.each(({ json }, index) => [{ json: { ...json, ...context.object("fields", index) } }]),
    ],
  },
  {
    types: ["own.split"],
    versions: [1],
    outputs: () => 2,
    execute: ({ items }) => [items.filter(({ json }) => json.left), items.filter(({ json }) => !json.left)],
  },
  {
    types: ["own.join"],
    versions: [1],
    inputs: () => 2,
    execute: ({ inputs }) => [inputs.flatMap((items) => items ?? [])],
  },
  {
    types: ["own.failing"],
    versions: [1],
    execute: async (context) => [
      await context.each((item) => {
        if (item.json.bad) throw context.failure("the item is bad", { field: "bad", details: { code: 7 } });
        return [{ json: { good: true } }];
      }),
    ],
  },
  {
    types: ["own.broken"],
    versions: [1],
    execute: () => {
      throw new Error("broken as a whole");
    },
  },
  {
    types: ["own.thirdTime"],
    versions: [1],
    execute(context) {
      const tries = Number(context.memory.get("tries")?.count ?? 0) + 1;
      context.memory.set("tries", { count: tries });
      if (tries < 3) throw context.failure(`try ${tries} failed`);
      return [context.items];
    },
  },
];

/**
 * Creates a file from nodes in the form `name: type` and connections in the form `from -> to, to`. Both ends may have
 * an index, as in `from:output -> to:input`.
 */
export function createWorkflowFile(
  nodes: Readonly<Record<string, string | JsonObject>>,
  arrows: readonly string[],
  settings: JsonObject = { executionOrder: "v1" },
): JsonObject {
  const connections = new Map<string, { main: JsonObject[][] }>();
  for (const arrow of arrows) {
    const [from = "", ends = ""] = arrow.split(" -> ");
    const [name = "", output = "0"] = from.split(":");
    const { main } = connections.get(name) ?? { main: [] };
    connections.set(name, { main });
    while (main.length <= Number(output)) main.push([]);
    for (const end of ends.split(", ")) {
      const [node = "", input = "0"] = end.split(":");
      main[Number(output)]?.push({ node, type: "main", index: Number(input) });
    }
  }
  return {
    nodes: Object.entries(nodes).map(([name, node], index) => ({
      name,
      typeVersion: 1,
      position: [index * 100, index * 100],
      parameters: {},
      ...(typeof node === "string" ? { type: node } : node),
    })),
    connections: Object.fromEntries(connections),
    settings,
  };
}
