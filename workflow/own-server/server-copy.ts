import type { JsonValue } from "@stoa/runtime/protocol";
import { isObject } from "../model/is-object.ts";
import type { JsonObject } from "../model/item.ts";

/** n8n's public API refuses unknown fields, which exports have. */
const NODE_FIELDS = [
  ...["id", "name", "type", "typeVersion", "position", "parameters", "credentials", "webhookId"],
  ...["disabled", "notes", "notesInFlow", "executeOnce", "alwaysOutputData", "onError", "continueOnFail"],
  ...["retryOnFail", "maxTries", "waitBetweenTries"],
];
/** Fields that are missing in files that n8n did not write. */
const MISSING: JsonObject = { typeVersion: 1, position: [0, 0], parameters: {} };
const SETTINGS = ["executionOrder", "timezone"];

/** Registering it with the copy would replace the developer's own. */
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
  /** The export, as it was read. */
  file: JsonObject;
  /** The node that starts the run. */
  trigger: string;
  /** The output of its item: the webhook that replaces it has only one. */
  output: number;
  /** The path of the webhook: a UUID, as n8n assigns. */
  path: string;
  runId: string;
}

const isTrigger = ({ type }: JsonObject) => {
  const kind = (typeof type === "string" ? type : "").split(".").at(-1) ?? "";
  return /trigger$/i.test(kind) || OTHER_TRIGGERS.has(kind);
};

function picked(from: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(
    names.flatMap((name): [string, JsonValue][] => {
      const value = from[name];
      return value === undefined || value === null ? [] : [[name, value]];
    }),
  );
}

/** Passes Stoa's input on under the trigger's name, which expressions refer to. */
function standIn(trigger: JsonObject): JsonObject {
  return {
    ...picked(trigger, ["id", "name", "position"]),
    type: "n8n-nodes-base.set",
    typeVersion: 3.4,
    parameters: { mode: "raw", jsonOutput: "={{ $json.body }}", options: {} },
  };
}

/** Responds when the run ends, or by Respond to Webhook. Without a `webhookId` n8n would register another path. */
function entrance(name: string, path: string, responds: boolean): JsonObject {
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

function freeName(nodes: readonly JsonObject[]): string {
  const taken = new Set(nodes.map(({ name }) => name));
  let name = "Stoa";
  for (let number = 2; taken.has(name); number += 1) name = `Stoa ${number}`;
  return name;
}

/** Sub-nodes of the trigger, such as a chat's memory, have no parent now. */
function withoutServants(connections: JsonValue | undefined, trigger: string): JsonObject {
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

function mainOutputs(kinds: JsonValue | undefined): JsonValue[] {
  return isObject(kinds) && Array.isArray(kinds.main) ? kinds.main : [];
}

/** Creates a copy of a file for its developer's server, with a webhook in place of its trigger. */
export function createServerCopy({ file, trigger, output, path, runId }: ServerCopyOptions): {
  copy: ServerCopy;
  /** The name of its webhook. */
  entrance: string;
} {
  const nodes = (Array.isArray(file.nodes) ? file.nodes : []).filter(isObject);
  const responds = nodes.some(({ type, disabled }) => type === RESPOND_TO_WEBHOOK && disabled !== true);
  const own = freeName(nodes);
  const connections = withoutServants(file.connections, trigger);
  const copy = {
    name: `Stoa ${runId}`,
    nodes: [
      entrance(own, path, responds),
      ...nodes.map((node) => {
        if (node.name === trigger) return standIn(node);
        const kept = { ...MISSING, ...picked(node, NODE_FIELDS) };
        return isTrigger(node) ? { ...kept, disabled: true } : kept;
      }),
    ],
    connections: {
      ...connections,
      [trigger]: { main: [mainOutputs(connections[trigger])[output] ?? []] },
      [own]: { main: [[{ node: trigger, type: "main", index: 0 }]] },
    },
    settings: {
      ...picked(isObject(file.settings) ? file.settings : {}, SETTINGS),
      saveDataSuccessExecution: "all",
      saveDataErrorExecution: "all",
    },
  };
  return { copy, entrance: own };
}
