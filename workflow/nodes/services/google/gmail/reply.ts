import type { Item, JsonObject } from "../../../../model/item.ts";
import { toText } from "../../../../model/json-text.ts";
import type { NodeContext } from "../../../../model/node-context.ts";
import { inPath } from "../../service-call.ts";
import { composed } from "./composed-mail.ts";
import { askGmail } from "./gmail-api.ts";
import { headerOf } from "./mail-headers.ts";
import { mailOfNode } from "./mail-of-node.ts";

const ANSWERED_HEADERS = ["From", "To", "Cc", "Reply-To", "Subject", "Message-ID"] as const;

const addressIn = (text: string) => (/<([^<>]*)>\s*$/.exec(text)?.[1] ?? text).trim().toLowerCase();

/** Addresses of a header. A comma within quotes parts nothing. */
const partsOf = (header: string): string[] =>
  header
    .split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/)
    .map((part) => part.trim())
    .filter((part) => part !== "");

/** Who gets an answer: who wrote, and who else was written to, without the mailbox itself. */
async function answeredTo(
  context: NodeContext,
  itemIndex: number,
  message: JsonObject,
): Promise<string | undefined> {
  const option = (name: string) =>
    context.flag(`options.${name}`, itemIndex) || context.flag(`additionalFields.${name}`, itemIndex);
  const sender = partsOf(headerOf(message, "reply-to") || headerOf(message, "from"));
  if (option("replyToSenderOnly")) return sender.join(", ");
  const { emailAddress } = await askGmail(context, itemIndex, "GET", "/profile");
  const own = toText(emailAddress).toLowerCase();
  const others = partsOf(headerOf(message, "to"));
  const all = option("replyToRecipientsOnly") ? others : [...sender, ...others];
  const known = new Set<string>();
  const people = all.filter((each) => {
    const address = addressIn(each);
    if (address === own || known.has(address)) return false;
    known.add(address);
    return true;
  });
  // Who answers to oneself is meant.
  return (people.length === 0 ? all : people).join(", ");
}

/** Answers a message, in its thread. */
export async function replyToMessage(
  context: NodeContext,
  itemIndex: number,
  item: Item,
  messageId: string,
): Promise<Item[]> {
  const message = await askGmail(context, itemIndex, "GET", `/messages/${inPath(messageId)}`, {
    query: { format: "metadata", metadataHeaders: ANSWERED_HEADERS },
  });
  const mail = await mailOfNode(context, itemIndex, item);
  const subject = headerOf(message, "subject");
  const raw = await composed({
    ...mail,
    to: mail.to ?? (await answeredTo(context, itemIndex, message)),
    subject: mail.subject || (/^re:/i.test(subject) ? subject : `Re: ${subject}`),
    inReplyTo: headerOf(message, "message-id"),
  });
  const body = { raw, threadId: message.threadId ?? "" };
  return [{ json: await askGmail(context, itemIndex, "POST", "/messages/send", { body }) }];
}
