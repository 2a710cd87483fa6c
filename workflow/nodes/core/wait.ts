import type { JsonValue } from "@stoa/runtime/protocol";
import type { WaitAnswer, WebhookReply } from "../../gateway/wait-messages.ts";
import type { Item } from "../../model/item.ts";
import type { NodeContext } from "../../model/node-context.ts";
import type { NodeType } from "../../model/node-type.ts";
import type { WorkflowNode } from "../../model/workflow-node.ts";
import { toInputText } from "../triggers/caller-input.ts";
import { toPairedItem } from "./continue-on-fail.ts";
import { createFormPage, toBinary, toFormItem } from "./waiting/form-answer.ts";
import { getMsUntil, readInterval, readWaitLimit, waitsForAnswer } from "./waiting/wait-parameters.ts";

const METHODS = ["GET", "POST"] as const;
type Method = (typeof METHODS)[number];

const getMethod = ({ parameters }: WorkflowNode) => toInputText(parameters.httpMethod) || "GET";
const isMethod = (method: string): method is Method => METHODS.some((supported) => supported === method);
const isStatus = (status: number) =>
  Number.isInteger(status) && status >= 200 && status < 500 && !(status >= 300 && status < 400);

/** Returns the reason why a node's wait for a webhook call is not supported, or undefined if it is supported. */
function explainNoCall(node: WorkflowNode): string | undefined {
  const { incomingAuthentication = "none", options } = node.parameters;
  const method = getMethod(node);
  if (!isMethod(method))
    return `it waits for a ${method.slice(0, 20)} request: only GET and POST are supported`;
  if (incomingAuthentication !== "none")
    return "it waits for a call with its author's credential. On Stoa, only the secret URL protects the call";
  const { webhookSuffix, ipWhitelist } = Object(options) as Record<string, JsonValue | undefined>;
  if (toInputText(webhookSuffix) !== "")
    return "it waits at a URL with a custom suffix, which is not supported: remove the suffix";
  return toInputText(ipWhitelist) === ""
    ? undefined
    : "it only allows calls from certain IP addresses, which Stoa does not check: remove the IP whitelist";
}

function buildReply(context: NodeContext): WebhookReply {
  const isAtOnce = context.text("responseMode", 0, "onReceived") === "onReceived";
  const code = context.number("responseCode", 0, 200);
  const isSilent = context.flag("options.noResponseBody", 0) || context.text("responseData", 0) === "noData";
  const text = isSilent ? "" : context.parameter("options.responseData", 0);
  return {
    when: isAtOnce ? "at_once" : "at_the_end",
    status: isStatus(code) ? code : 200,
    ...(text !== undefined && { text: toInputText(text) }),
  };
}

/** Returns the request that the node waits for. @throws NodeError if an expression returned an unsupported method */
function createCallRequest(context: NodeContext) {
  const method = context.text("httpMethod", 0, "GET");
  if (!isMethod(method))
    throw context.failure(`the node cannot wait for a '${method}' request: use GET or POST`, {
      field: "httpMethod",
    });
  return { kind: "call" as const, method, reply: buildReply(context) };
}

/** Returns the item of a received call, as the Webhook node does. */
function toCallItem(context: NodeContext, { headers, query, body, files }: WaitAnswer): Item {
  const binary = toBinary(files);
  return {
    json: { headers, params: {}, query, body, executionMode: context.execution.mode },
    ...(Object.keys(binary).length > 0 && { binary }),
    pairedItem: { item: 0 },
  };
}

/**
 * Wait: waits for some time, until a date, or for a call or a form, within the run's time, or in a conversation until a
 * later message.
 */
export const WAIT_NODE: NodeType = {
  types: ["n8n-nodes-base.wait"],
  versions: [1, 1.1],
  unsupported: explainUnsupported,
  waitsOutside: waitsForAnswer,
  async execute(context) {
    const resume = context.text("resume", 0, "timeInterval");
    const answered =
      resume === "webhook" || resume === "form" ? await awaitAnswer(context, resume) : undefined;
    if (answered) return [[answered]];
    if (resume === "timeInterval") await context.pause(readDuration(context));
    else if (resume === "specificTime") await context.pause(getMsUntil(context, "dateTime"));
    return [context.items.map((item, index) => toPairedItem(item, index))];
  },
};

function explainUnsupported(node: WorkflowNode): string | undefined {
  const { resume, incomingAuthentication = "none" } = node.parameters;
  if (resume === "webhook") return explainNoCall(node);
  if (resume === "form" && incomingAuthentication !== "none")
    return "it waits for a form behind its author's password. On Stoa, only the secret URL protects the form";
  return undefined;
}

function readDuration(context: NodeContext): number {
  const isFirst = context.node.version < 1.1;
  return readInterval(context, {
    amount: { field: "amount", fallback: isFirst ? 1 : 5 },
    unit: { field: "unit", fallback: isFirst ? "hours" : "seconds" },
  });
}

/** Returns the item of the answer, or undefined if the wait limit was reached. */
async function awaitAnswer(context: NodeContext, resume: "webhook" | "form"): Promise<Item | undefined> {
  const limit = context.flag("limitWaitTime", 0)
    ? readWaitLimit(context, "", { amount: 1, unit: "hours" })
    : undefined;
  if (resume === "webhook") {
    const answer = await context.waitForAnswer(createCallRequest(context), limit);
    return answer && toCallItem(context, answer);
  }
  const page = createFormPage(context, {
    title: context.text("formTitle", 0) || context.workflow.name,
    text: context.text("formDescription", 0),
    buttons: [{ label: context.text("options.buttonLabel", 0) || "Submit" }],
    thanks:
      context.text("options.respondWithOptions.values.formSubmittedText", 0) ||
      "Thank you. Your answer was received.",
  });
  const answer = await context.waitForAnswer({ kind: "page", page }, limit);
  return answer && toFormItem(context, answer);
}
