import type { Item } from "../../model/item.ts";
import type { NodeContext } from "../../model/node-context.ts";
import { WorkflowLimit } from "../../model/node-error.ts";
import type { NodeNeeds, NodeType } from "../../model/node-type.ts";
import type { HttpResponse } from "../../model/services.ts";
import type { Workflow } from "../../model/workflow.ts";
import type { WorkflowNode } from "../../model/workflow-node.ts";
import { optimizeResponse } from "../ai/tools/optimize-response.ts";
import { literalHost } from "./connected-services.ts";
import { getConnectorNeed, getCredentials, whyUnsignable } from "./credentials.ts";
import { requestAllPages, usesPagination } from "./pagination.ts";
import { toErrorItem, toRequestError } from "./request-error.ts";
import { createRequestV1, toItemsV1 } from "./request-v1.ts";
import { createRequestV3 } from "./request-v3.ts";
import { toItemsV3 } from "./response.ts";
import { sendRequest } from "./send-request.ts";

/** Concurrent requests of one node: an acceptable load for a server with many callers. */
const AT_ONCE = 8;

interface Batches {
  /** Items per batch; undefined means all. */
  size: number | undefined;
  pause(): Promise<void>;
}

/**
 * Runs all tasks in order, some concurrently, with a pause between batches. @throws WorkflowLimit without starting
 * further tasks
 */
async function inBatches<Task, Done>(
  tasks: readonly Task[],
  { size = tasks.length, pause }: Batches,
  perform: (task: Task, index: number) => Promise<Done>,
): Promise<PromiseSettledResult<Done>[]> {
  const settled: PromiseSettledResult<Done>[] = [];
  for (let begin = 0; begin < tasks.length; begin += Math.max(1, size)) {
    if (begin > 0) await pause();
    const end = Math.min(tasks.length, begin + Math.max(1, size));
    for (let at = begin; at < end; at += AT_ONCE) {
      const group = tasks.slice(at, Math.min(end, at + AT_ONCE));
      settled.push(...(await Promise.allSettled(group.map((task, offset) => perform(task, at + offset)))));
      const limit = settled.find(
        (each) => each.status === "rejected" && each.reason instanceof WorkflowLimit,
      );
      if (limit?.status === "rejected") throw limit.reason as WorkflowLimit;
    }
  }
  return settled;
}

/** Returns a response as a model reads it if the node is a tool that optimizes responses. */
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

async function itemsFor(context: NodeContext, item: Item, index: number): Promise<Item[]> {
  const credential = getCredentials(context.node, context.workflow);
  const legacy = isLegacy(context.node);
  const planned = (legacy ? createRequestV1 : createRequestV3)(context, item, index);
  const send = (page: typeof planned) => sendRequest(context, credential, page);
  const answers =
    !legacy && usesPagination(context, index)
      ? await requestAllPages(context, planned, index, send)
      : [await send(planned)];
  const itemsOf = legacy ? toItemsV1 : toItemsV3;
  const shown = await Promise.all(answers.map((answer) => answerForModel(context, index, answer)));
  return shown.flatMap((answer) => itemsOf(context, planned, answer, { item, index }));
}

function batchesOf(context: NodeContext): Batches {
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

function sayWhatIsNotDone(context: NodeContext): void {
  const { allowUnauthorizedCerts, options } = context.node.parameters;
  const asked = typeof options === "object" && options !== null && !Array.isArray(options) ? options : {};
  if (allowUnauthorizedCerts === true || asked.allowUnauthorizedCerts === true)
    context.log("warning", "Certificates are always checked: the option 'Ignore SSL Issues' is ignored.");
  if (asked.proxy) context.log("warning", "The option 'Proxy' is ignored: requests are sent directly.");
}

async function execute(context: NodeContext): Promise<Item[][]> {
  sayWhatIsNotDone(context);
  const settled = await inBatches(context.items, batchesOf(context), (item, index) =>
    itemsFor(context, item, index),
  );
  const made: Item[] = [];
  for (const [index, result] of settled.entries()) {
    if (result.status === "fulfilled") {
      made.push(...result.value);
      continue;
    }
    const { reason } = result as { reason: unknown };
    context.signal.throwIfAborted();
    if (reason instanceof WorkflowLimit) throw reason;
    if (context.node.onError === "stopWorkflow") throw toRequestError(context, reason, index);
    made.push(toErrorItem(reason, index));
  }
  return [made];
}

/** Returns whether a response contains the URL of the next page. */
function followsAnswers({ parameters }: WorkflowNode): boolean {
  return JSON.stringify(parameters.options ?? {}).includes("responseContainsNextURL");
}

function needs(node: WorkflowNode, workflow: Workflow): NodeNeeds {
  const credential = getCredentials(node, workflow);
  const method = node.parameters[isLegacy(node) ? "requestMethod" : "method"] ?? "GET";
  const known = typeof method === "string" && METHODS.includes(method.toUpperCase());
  const connector = getConnectorNeed(credential, known ? [method.toUpperCase()] : METHODS);
  return connector
    ? { connectors: [connector] }
    : { hosts: [literalHost(node.parameters.url), ...(followsAnswers(node) ? [undefined] : [])] };
}

/** HTTP Request, all versions. */
export const httpRequest: NodeType = {
  types: ["n8n-nodes-base.httpRequest"],
  versions: [1, 2, 3, 4, 4.1, 4.2, 4.3, 4.4, 4.5],
  execute,
  unsupported: whyUnsignable,
  needs,
};
