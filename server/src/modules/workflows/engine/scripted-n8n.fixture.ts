import type { JsonObject } from "../../../../../workflow/model/item.ts";
import type { NodeType } from "../../../../../workflow/model/node-type.ts";
import { runWorkflowFile } from "../../../../../workflow/testing/run-workflow.ts";

export interface N8nRequest {
  method: string;
  /** The path of the request, including its query. */
  path: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

export interface N8nReply {
  status: number;
  body?: unknown;
}

/** Faults that the server simulates. */
export interface N8nMood {
  /** How many calls of a webhook fail as not registered each time after its workflow is published. */
  unregistered?: number;
  /** Whether the server never registers the webhook of the first publication. */
  forgets?: boolean;
  /** How many requests for executions show the execution as still running. */
  slowLooks?: number;
  keepsNoExecutions?: boolean;
  /** The answers to the first API calls, regardless of the requests. */
  firstAnswers?: N8nReply[];
  /** Replaces the answer of the webhook. */
  webhookAnswers?: N8nReply;
  cannotDelete?: boolean;
}

const BODY_FIELDS = ["name", "nodes", "connections", "settings", "staticData"];
const SETTING_FIELDS = [
  ...["saveExecutionProgress", "saveManualExecutions", "saveDataErrorExecution", "saveDataSuccessExecution"],
  ...["executionTimeout", "errorWorkflow", "timezone", "executionOrder"],
];
const NODE_FIELDS = [
  ...["id", "name", "webhookId", "disabled", "notesInFlow", "notes", "type", "typeVersion", "executeOnce"],
  ...["alwaysOutputData", "retryOnFail", "maxTries", "waitBetweenTries", "continueOnFail", "onError"],
  ...["position", "parameters", "credentials", "createdAt", "updatedAt"],
];

/** A node type that Stoa does not have: it converts its input's `message` to capitals. */
const SHOUT: NodeType = {
  types: ["n8n-nodes-community.shout"],
  versions: [1],
  execute: ({ items }) => [
    items.map(({ json }) => ({
      json: { ...json, message: String(json.message ?? json.chatInput).toUpperCase() },
    })),
  ],
};

interface Kept {
  file: JsonObject;
  active: boolean;
  published: number;
  calls: number;
  executions: { id: string; status: string; data: JsonObject; looks: number }[];
}

const extra = (value: object, allowed: readonly string[]) =>
  Object.keys(value).some((name) => !allowed.includes(name));

/** Simulates an n8n server. It validates requests like n8n's public API and executes the workflows that it gets. */
export class ScriptedN8n {
  readonly apiKey: string;
  readonly workflows = new Map<string, Kept>();
  /** The requests that the server received, without ids. */
  readonly asked: string[] = [];
  /** The headers of webhook calls. */
  readonly webhookHeaders: Readonly<Record<string, string>>[] = [];
  mood: N8nMood = {};
  readonly stopped: string[] = [];
  /** Webhooks answer only after this promise resolves. */
  hold: Promise<void> | undefined;
  #numbers = 0;

  constructor(apiKey: string) {
    this.apiKey = apiKey;
  }

  async answer({ method, path, headers, body }: N8nRequest): Promise<N8nReply> {
    const url = new URL(path, "http://n8n");
    const [, first, ...rest] = url.pathname.split("/");
    if (first === "webhook") return this.#webhook(rest.join("/"), headers, body);
    this.asked.push(`${method} ${url.pathname.replace(/\/(wf|ex)\d+/g, "/:id")}`);
    if (headers["x-n8n-api-key"] !== this.apiKey) return { status: 401, body: { message: "unauthorized" } };
    const scripted = this.mood.firstAnswers?.shift();
    if (scripted) return scripted;
    const [, , resource, id = "", action] = url.pathname.slice(1).split("/");
    if (resource === "executions") return this.#executions(method, id, action, url.searchParams);
    if (resource !== "workflows") return { status: 404, body: { message: "not found" } };
    if (method === "GET") return { status: 200, body: { data: [], nextCursor: null } };
    if (method === "POST" && id === "") return this.#create(JSON.parse(body) as JsonObject);
    const kept = this.workflows.get(id);
    if (!kept) return { status: 404, body: { message: "Not Found" } };
    if (method === "DELETE") return this.#remove(id, kept);
    if (action === "activate") return this.#publish(kept);
    if (action === "deactivate") kept.active = false;
    return { status: 200, body: { id, active: kept.active } };
  }

  #create(file: JsonObject): N8nReply {
    const bad = (where: string) => ({
      status: 400,
      body: { message: `request/body${where} must NOT have additional properties` },
    });
    if (extra(file, BODY_FIELDS)) return bad("");
    if (extra(file.settings as JsonObject, SETTING_FIELDS)) return bad("/settings");
    for (const [index, node] of (file.nodes as JsonObject[]).entries())
      if (extra(node, NODE_FIELDS)) return bad(`/nodes/${index}`);
    const id = `wf${++this.#numbers}`;
    this.workflows.set(id, { file, active: false, published: 0, calls: 0, executions: [] });
    return { status: 200, body: { id, active: false, ...file } };
  }

  #publish(kept: Kept): N8nReply {
    const begins = (kept.file.nodes as JsonObject[]).some(
      ({ type, disabled }) => type === "n8n-nodes-base.webhook" && disabled !== true,
    );
    if (!begins)
      return {
        status: 400,
        body: { message: "Workflow cannot be activated because it has no trigger node" },
      };
    kept.active = true;
    kept.published += 1;
    kept.calls = 0;
    return { status: 200, body: { active: true } };
  }

  #remove(id: string, kept: Kept): N8nReply {
    if (this.mood.cannotDelete) return { status: 400, body: { message: "cannot be deleted" } };
    kept.active = false;
    this.workflows.delete(id);
    return { status: 200, body: { id } };
  }

  #executions(method: string, id: string, action: string | undefined, query: URLSearchParams): N8nReply {
    if (action === "stop" && method === "POST") {
      this.stopped.push(id);
      return { status: 200, body: { status: "canceled" } };
    }
    const all = [...this.workflows.values()].flatMap(({ executions }) => executions);
    if (id !== "") {
      const found = all.find((one) => one.id === id);
      if (!found) return { status: 404, body: { message: "Not Found" } };
      const { status, data } = found;
      const withData = query.get("includeData") === "true" && { data };
      return {
        status: 200,
        body: { id: Number(id.slice(2)), finished: true, mode: "webhook", status, ...withData },
      };
    }
    const kept = this.workflows.get(query.get("workflowId") ?? "")?.executions ?? [];
    if (this.mood.keepsNoExecutions) return { status: 200, body: { data: [], nextCursor: null } };
    const data = kept.map((one) => {
      const isOver = one.looks >= (this.mood.slowLooks ?? 0) && one.status !== "running";
      one.looks += 1;
      return { id: one.id, finished: isOver, status: isOver ? one.status : "running" };
    });
    return { status: 200, body: { data, nextCursor: null } };
  }

  async #webhook(path: string, headers: Readonly<Record<string, string>>, body: string): Promise<N8nReply> {
    this.asked.push("WEBHOOK");
    this.webhookHeaders.push(headers);
    const kept = [...this.workflows.values()].find(({ file }) =>
      (file.nodes as JsonObject[]).some(({ webhookId, parameters }) => {
        return webhookId === path && (parameters as JsonObject).path === path;
      }),
    );
    const isForgotten = this.mood.forgets === true && (kept?.published ?? 0) < 2;
    if (kept) kept.calls += 1;
    if (!kept?.active || isForgotten || kept.calls <= (this.mood.unregistered ?? 0))
      return {
        status: 404,
        body: { code: 404, message: `The requested webhook "POST ${path}" is not registered.`, hint: "" },
      };
    return this.#execute(kept, path, JSON.parse(body) as JsonObject);
  }

  async #execute(kept: Kept, path: string, body: JsonObject): Promise<N8nReply> {
    const entrance = (kept.file.nodes as JsonObject[]).find(
      ({ webhookId }) => webhookId === path,
    ) as JsonObject;
    const { responseMode } = entrance.parameters as JsonObject;
    const execution = { id: `ex${++this.#numbers}`, status: "running", data: {} as JsonObject, looks: 0 };
    kept.executions.unshift(execution);
    await this.hold;
    const ran = await runWorkflowFile({ file: kept.file, input: { body }, types: [SHOUT] });
    const runData = Object.fromEntries(
      Object.entries(ran.nodes).map(([name, outputs], index) => [
        name,
        [
          {
            startTime: 1_000 + index,
            executionTime: 1,
            executionStatus: "success",
            source: [],
            data: { main: outputs.map((items) => items.map((json) => ({ json, pairedItem: { item: 0 } }))) },
          },
        ],
      ]),
    );
    const error = ran.error && { message: ran.error.message, node: { name: ran.error.node } };
    execution.status = error ? "error" : "success";
    execution.data = {
      resultData: { runData, lastNodeExecuted: ran.lastNode ?? null, ...(error && { error }) },
    };
    if (this.mood.webhookAnswers) return this.mood.webhookAnswers;
    if (error) return { status: 500, body: { message: "Error in workflow" } };
    if (responseMode === "responseNode") return { status: 200, body: ran.response };
    return { status: 200, body: "" };
  }
}
