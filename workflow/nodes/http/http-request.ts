import type { Item } from "../../model/item.ts";
import type { NodeContext } from "../../model/node-context.ts";
import { WorkflowLimit } from "../../model/node-error.ts";
import type { NodeNeeds, NodeType } from "../../model/node-type.ts";
import type { HttpResponse } from "../../model/services.ts";
import type { Workflow } from "../../model/workflow.ts";
import type { WorkflowNode } from "../../model/workflow-node.ts";
import { optimizeResponse } from "../ai/tools/optimize-response.ts";
import { getLiteralHost } from "./connected-services.ts";
import { explainUnsignable, getConnectorNeed, getCredentials } from "./credentials.ts";
import { requestAllPages, usesPagination } from "./pagination.ts";
import { toErrorItem, toRequestError } from "./request-error.ts";
import { createRequestV1, toItemsV1 } from "./request-v1.ts";
import { createRequestV3 } from "./request-v3.ts";
import { toItemsV3 } from "./response.ts";
import { sendRequest } from "./send-request.ts";

/** The number of concurrent requests of one node. It keeps the load acceptable for a server that many callers use. */
const AT_ONCE = 8;

interface Batches {
  /** The number of items per batch. Undefined means a single batch with all items. */
  size: number | undefined;
  pause(): Promise<void>;
}

/**
 * Runs all tasks in order, several at a time, with a pause between batches.
 * @throws WorkflowLimit if a task exceeds a limit of the run, without starting further tasks
 */
async function runInBatches<Task, Done>(
  tasks: readonly Task[],
  { size = tasks.length, pause }: Batches,
  perform: (task: Task, index: number) => Promise<Done>,
): Promise<PromiseSettledResult<Done>[]> {
  const results: PromiseSettledResult<Done>[] = [];
  for (let begin = 0; begin < tasks.length; begin += Math.max(1, size)) {
    if (begin > 0) await pause();
    const end = Math.min(tasks.length, begin + Math.max(1, size));
    for (let at = begin; at < end; at += AT_ONCE) {
      const group = tasks.slice(at, Math.min(end, at + AT_ONCE));
      results.push(...(await Promise.allSettled(group.map((task, offset) => perform(task, at + offset)))));
      const limit = results.find(
        (each) => each.status === "rejected" && each.reason instanceof WorkflowLimit,
      );
      if (limit?.status === "rejected") throw limit.reason as WorkflowLimit;
    }
  }
  return results;
}

/**
 * Returns the response that a model gets if the node is a tool that optimizes responses. Otherwise returns the response
 * unchanged.
 */
async function answerForModel(
  context: NodeContext,
  index: number,
  answer: HttpResponse,
): Promise<HttpResponse> {
  if (!context.node.type.endsWith("Tool") || !context.flag("optimizeResponse", index)) return answer;
  const isJson = context.text("responseType", index, "json") === "json";
  const type = isJson ? "application/json" : "text/plain; charset=utf-8";
  return {
    ...answer,
    headers: { ...answer.headers, "content-type": type },
    body: Buffer.from(await optimizeResponse(context, index, answer), "utf8"),
  };
}

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];

const isLegacy = ({ version }: WorkflowNode) => version < 3;

async function processItem(context: NodeContext, item: Item, index: number): Promise<Item[]> {
  const credential = getCredentials(context.node, context.workflow);
  const legacy = isLegacy(context.node);
  const requestOptions = (legacy ? createRequestV1 : createRequestV3)(context, item, index);
  const send = (page: typeof requestOptions) => sendRequest(context, credential, page);
  const answers =
    !legacy && usesPagination(context, index)
      ? await requestAllPages(context, requestOptions, index, send)
      : [await send(requestOptions)];
  const toItems = legacy ? toItemsV1 : toItemsV3;
  const shown = await Promise.all(answers.map((answer) => answerForModel(context, index, answer)));
  return shown.flatMap((answer) => toItems(context, requestOptions, answer, { item, index }));
}

function getBatches(context: NodeContext): Batches {
  const legacy = isLegacy(context.node);
  const paths = legacy
    ? { set: "options.batchSize", size: "options.batchSize", interval: "options.batchInterval" }
    : {
        set: "options.batching.batch",
        size: "options.batching.batch.batchSize",
        interval: "options.batching.batch.batchInterval",
      };
  const size = context.raw(paths.set) === undefined ? -1 : context.number(paths.size, 0, 50);
  const interval = context.number(paths.interval, 0, 1_000);
  return {
    size: size < 0 ? undefined : size,
    pause: () => (interval > 0 ? context.sleep(interval) : Promise.resolve()),
  };
}

function warnAboutIgnoredOptions(context: NodeContext): void {
  const { allowUnauthorizedCerts, options } = context.node.parameters;
  const nodeOptions =
    typeof options === "object" && options !== null && !Array.isArray(options) ? options : {};
  if (allowUnauthorizedCerts === true || nodeOptions.allowUnauthorizedCerts === true)
    context.log("warning", "The option 'Ignore SSL Issues' is ignored: certificates are always checked.");
  if (nodeOptions.proxy) context.log("warning", "The option 'Proxy' is ignored: requests are sent directly.");
}

async function execute(context: NodeContext): Promise<Item[][]> {
  warnAboutIgnoredOptions(context);
  // Before version 3, invalid parameters of one item fail the whole node before it sends a request.
  if (isLegacy(context.node))
    for (const [index, item] of context.items.entries()) createRequestV1(context, item, index);
  const results = await runInBatches(context.items, getBatches(context), (item, index) =>
    processItem(context, item, index),
  );
  const items: Item[] = [];
  for (const [index, result] of results.entries()) {
    if (result.status === "fulfilled") {
      items.push(...result.value);
      continue;
    }
    const { reason } = result as { reason: unknown };
    context.signal.throwIfAborted();
    if (reason instanceof WorkflowLimit) throw reason;
    if (context.node.onError === "stopWorkflow") throw toRequestError(context, reason, index);
    items.push(toErrorItem(reason, index));
  }
  return [items];
}

/** Returns whether the node reads the URL of the next page from each response. */
function followsAnswers({ parameters }: WorkflowNode): boolean {
  return JSON.stringify(parameters.options ?? {}).includes("responseContainsNextURL");
}

function needs(node: WorkflowNode, workflow: Workflow): NodeNeeds {
  const credential = getCredentials(node, workflow);
  const method = node.parameters[isLegacy(node) ? "requestMethod" : "method"] ?? "GET";
  const isKnownMethod = typeof method === "string" && METHODS.includes(method.toUpperCase());
  const connector = getConnectorNeed(credential, isKnownMethod ? [method.toUpperCase()] : METHODS);
  return connector
    ? { connectors: [connector] }
    : { hosts: [getLiteralHost(node.parameters.url), ...(followsAnswers(node) ? [undefined] : [])] };
}

/** HTTP Request, all versions. */
export const httpRequest: NodeType = {
  types: ["n8n-nodes-base.httpRequest"],
  versions: [1, 2, 3, 4, 4.1, 4.2, 4.3, 4.4, 4.5],
  execute,
  unsupported: explainUnsignable,
  needs,
};
