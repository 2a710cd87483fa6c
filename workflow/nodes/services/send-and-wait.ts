import type { JsonValue } from "@stoa/runtime/protocol";
import type { FormPage, PageField, WaitAnswer } from "../../gateway/wait-messages.ts";
import { isObject } from "../../model/is-object.ts";
import type { Item, JsonObject } from "../../model/item.ts";
import type { NodeContext } from "../../model/node-context.ts";
import { toPairedItem } from "../core/continue-on-fail.ts";
import { createFormPage, readFormAnswer } from "../core/waiting/form-answer.ts";
import { readWaitLimit } from "../core/waiting/wait-parameters.ts";
import type { ServiceOperation } from "./service-node.ts";

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);

const BUTTON =
  "display:inline-block;margin:0 12px 12px 0;padding:10px 18px;border-radius:6px;background:#1f2937;color:#ffffff;text-decoration:none";

/** Returns the same message in HTML and plain text. */
export function createWaitMail({ message, links }: Pick<WaitMessage, "message" | "links">) {
  const buttons = links.map(
    ({ label, url }) => `<a href="${escapeHtml(url)}" style="${BUTTON}">${escapeHtml(label)}</a>`,
  );
  return {
    text: [message, ...links.map(({ label, url }) => `${label}: ${url}`)].join("\n\n"),
    html: `<p>${escapeHtml(message).replace(/\r?\n/g, "<br>")}</p>\n<p>${buttons.join("\n")}</p>`,
  };
}

/** A message that requests an answer, with links for the answer. */
interface WaitMessage {
  subject: string;
  message: string;
  links: readonly { label: string; url: string }[];
}

interface SendAndWaitOptions extends Pick<ServiceOperation, "methods" | "paths"> {
  send(context: NodeContext, invitation: WaitMessage): Promise<unknown>;
}

const THANKS = "Thank you. Your answer was received.";
/** The name of an approval's buttons. */
export const APPROVED = "approved";

type Answering = "approval" | "freeText" | "customForm";

function getAnswerOptions(context: NodeContext): Answering {
  const type = context.text("responseType", 0, "approval");
  if (type === "approval" || type === "freeText" || type === "customForm") return type;
  throw context.failure(`'${type}' is not a response type. Use approval, freeText or customForm`, {
    field: "responseType",
  });
}

/** Returns the buttons of an approval, each with its label and value. */
export function getDecisions(context: NodeContext): { label: string; value: "true" | "false" }[] {
  const text = (field: string, fallback: string) =>
    context.text(`approvalOptions.values.${field}`, 0) || fallback;
  const yes = { label: text("approveLabel", "Approve"), value: "true" as const };
  if (text("approvalType", "single") !== "double") return [yes];
  return [yes, { label: text("disapproveLabel", "Decline"), value: "false" as const }];
}

/** Returns the field of a page that asks for a text. */
export const answerField = (label: string): PageField => ({
  name: "text",
  label,
  kind: "textarea",
  required: true,
  several: false,
  choices: [],
  hint: "",
  value: "",
});

function buildPage(context: NodeContext, how: Answering): FormPage {
  const getOption = (field: string, fallback: string) => context.text(`options.${field}`, 0) || fallback;
  const message = context.text("message", 0);
  const subject = context.text("subject", 0) || context.workflow.name;
  if (how === "approval")
    return {
      title: subject,
      text: message,
      fields: [],
      buttons: getDecisions(context).map(({ label, value }) => ({ label, name: APPROVED, value })),
      thanks: THANKS,
    };
  const texts = {
    title: getOption("responseFormTitle", subject),
    text: getOption("responseFormDescription", message),
    buttons: [{ label: getOption("responseFormButtonLabel", "Submit") }],
    thanks: THANKS,
  };
  return how === "freeText"
    ? { ...texts, fields: [answerField("Response")] }
    : createFormPage(context, texts);
}

function buildInvitation(context: NodeContext, how: Answering, address: string): WaitMessage {
  const links =
    how === "approval"
      ? getDecisions(context).map(({ label, value }) => ({ label, url: `${address}?${APPROVED}=${value}` }))
      : [{ label: context.text("options.messageButtonLabel", 0) || "Respond", url: address }];
  return { subject: context.text("subject", 0), message: context.text("message", 0), links };
}

/** Returns whether an answer approves. */
export const isApproved = (body: JsonValue) => [true, "true"].includes(getField(body, APPROVED) as string);

export function getField(body: JsonValue, name: string): JsonValue | undefined {
  return isObject(body) && Object.hasOwn(body, name) ? body[name] : undefined;
}

function toAnswerItem(context: NodeContext, how: Answering, answer: WaitAnswer): Item {
  const data = (): { data: JsonObject; binary?: Item["binary"] } => {
    const { body } = answer;
    if (how === "approval") return { data: { approved: isApproved(body) } };
    if (how === "freeText") return { data: { text: getField(body, "text") ?? "" } };
    const { json, binary } = readFormAnswer(context, answer);
    return { data: json, ...(Object.keys(binary).length > 0 && { binary }) };
  };
  const { binary, ...json } = data();
  return { json, ...(binary && { binary }), pairedItem: { item: 0 } };
}

/** Returns the author's wait limit, if set. */
export function getWaitLimit(context: NodeContext): number | undefined {
  const path = "options.limitWaitTime.values";
  if (context.raw(path) === undefined) return undefined;
  return readWaitLimit(context, `${path}.`, { amount: 45, unit: "minutes" });
}

/**
 * Creates the operation that sends one message for all items and waits for the answer. In a conversation, it sends no
 * message and asks the person instead.
 */
export function createSendAndWait({ methods, paths, send }: SendAndWaitOptions): ServiceOperation {
  return {
    methods,
    ...(paths && { paths }),
    waitsOutside: true,
    async all(context) {
      const how = getAnswerOptions(context);
      const limit = getWaitLimit(context);
      const page = buildPage(context, how);
      // In a conversation, the question is asked there. The message's link could not be answered after the turn.
      if (!context.isInConversation)
        await send(context, buildInvitation(context, how, await context.resumeAddress()));
      const answer = await context.waitForAnswer({ kind: "page", page }, limit);
      return answer
        ? [toAnswerItem(context, how, answer)]
        : context.items.map((item, index) => toPairedItem(item, index));
    },
  };
}
