import type { JsonValue } from "@stoa/runtime/protocol";
import { isObject } from "../model/is-object.ts";
import type { JsonObject } from "../model/item.ts";

/** The fields that n8n's public API accepts. The API refuses unknown fields, and exports have some. */
const NODE_FIELDS = [
  ...["id", "name", "type", "typeVersion", "position", "parameters", "credentials", "webhookId"],
  ...["disabled", "notes", "notesInFlow", "executeOnce", "alwaysOutputData", "onError", "continueOnFail"],
  ...["retryOnFail", "maxTries", "waitBetweenTries"],
];
/** Fields that are missing in files that programs other than n8n have written. */
const MISSING: JsonObject = { typeVersion: 1, position: [0, 0], parameters: {} };
const SETTINGS = ["executionOrder", "timezone"];

/**
 * Triggers whose type does not end in `Trigger`. If the copy registered such a trigger, it would replace the trigger of
 * the developer's workflow.
 */
const OTHER_TRIGGERS = new Set(["webhook", "start", "cron", "interval", "emailReadImap"]);
export const RESPOND_TO_WEBHOOK = "n8n-nodes-base.respondToWebhook";

/** The copy on a developer's server for one run. */
export interface ServerCopy {
  name: string;
  nodes: JsonObject[];
  connections: JsonObject;
  settings: JsonObject;
}

export interface ServerCopyOptions {
  /** The parsed export. */
  file: JsonObject;
  /** The node that starts the run. */
  trigger: string;
  /** The index of the trigger's output that has the item. The webhook that replaces the trigger has only one output. */
  output: number;
  /** The path of the webhook: a UUID, like the paths that n8n assigns. */
  path: string;
  runId: string;
}

const isTrigger = ({ type }: JsonObject) => {
  const kind = (typeof type === "string" ? type : "").split(".").at(-1) ?? "";
  return /trigger$/i.test(kind) || OTHER_TRIGGERS.has(kind);
};

function pickFields(from: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(
    names.flatMap((name): [string, JsonValue][] => {
      const value = from[name];
      return value === undefined || value === null ? [] : [[name, value]];
    }),
  );
}

/** Creates the node that passes Stoa's input on under the trigger's name, which expressions refer to. */
function createStandIn(trigger: JsonObject): JsonObject {
  return {
    ...pickFields(trigger, ["id", "name", "position"]),
    type: "n8n-nodes-base.set",
    typeVersion: 3.4,
    parameters: { mode: "raw", jsonOutput: "={{ $json.body }}", options: {} },
  };
}

/**
 * Creates the webhook that starts the copy. It responds when the run ends, or by Respond to Webhook. Without a
 * `webhookId` n8n would register another path.
 */
function createEntrance(name: string, path: string, responds: boolean): JsonObject {
  return {
    id: path,
    name,
    type: "n8n-nodes-base.webhook",
    typeVersion: 2,
    position: [-400, 0],
    webhookId: path,
    parameters: {
      httpMethod: "POST",
      path,
      ...(responds ? { responseMode: "responseNode" } : { responseMode: "lastNode", responseData: "noData" }),
      options: {},
    },
  };
}

function findFreeName(nodes: readonly JsonObject[]): string {
  const taken = new Set(nodes.map(({ name }) => name));
  let name = "Stoa";
  for (let number = 2; taken.has(name); number += 1) name = `Stoa ${number}`;
  return name;
}

/**
 * Returns the connections without the connections of the trigger's sub-nodes, such as a chat's memory, because the
 * webhook that replaces the trigger does not have sub-nodes.
 */
function withoutSubNodes(connections: JsonValue | undefined, trigger: string): JsonObject {
  if (!isObject(connections)) return {};
  return Object.fromEntries(
    Object.entries(connections).map(([from, kinds]) => [
      from,
      Object.fromEntries(
        Object.entries(isObject(kinds) ? kinds : {}).map(([kind, outputs]) => [
          kind,
          kind === "main" || !Array.isArray(outputs)
            ? outputs
            : outputs.map((targets) =>
                Array.isArray(targets)
                  ? targets.filter((target) => !(isObject(target) && target.node === trigger))
                  : [],
              ),
        ]),
      ),
    ]),
  );
}

function listMainOutputs(kinds: JsonValue | undefined): JsonValue[] {
  return isObject(kinds) && Array.isArray(kinds.main) ? kinds.main : [];
}

/** Creates a copy of a file for its developer's server, with a webhook in place of its trigger. */
export function createServerCopy({ file, trigger, output, path, runId }: ServerCopyOptions): {
  copy: ServerCopy;
  /** The name of the copy's webhook. */
  entrance: string;
} {
  const nodes = (Array.isArray(file.nodes) ? file.nodes : []).filter(isObject);
  const responds = nodes.some(({ type, disabled }) => type === RESPOND_TO_WEBHOOK && disabled !== true);
  const own = findFreeName(nodes);
  const connections = withoutSubNodes(file.connections, trigger);
  const copy = {
    name: `Stoa ${runId}`,
    nodes: [
      createEntrance(own, path, responds),
      ...nodes.map((node) => {
        if (node.name === trigger) return createStandIn(node);
        const fields = { ...MISSING, ...pickFields(node, NODE_FIELDS) };
        return isTrigger(node) ? { ...fields, disabled: true } : fields;
      }),
    ],
    connections: {
      ...connections,
      [trigger]: { main: [listMainOutputs(connections[trigger])[output] ?? []] },
      [own]: { main: [[{ node: trigger, type: "main", index: 0 }]] },
    },
    settings: {
      ...pickFields(isObject(file.settings) ? file.settings : {}, SETTINGS),
      saveDataSuccessExecution: "all",
      saveDataErrorExecution: "all",
    },
  };
  return { copy, entrance: own };
}
