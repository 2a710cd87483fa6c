import type { JsonValue } from "@stoa/runtime/protocol";
import { isObject } from "../../../../model/is-object.ts";
import type { BinaryFile, Item, JsonObject } from "../../../../model/item.ts";
import { toText } from "../../../../model/json-text.ts";
import type { NodeContext } from "../../../../model/node-context.ts";
import { parseFieldNames } from "../../../core/fields/field-path.ts";
import { getBinaryFile } from "../../../files/binary-file.ts";
import { encodePathPart } from "../../service-call.ts";
import { gmailApiRequest } from "./gmail-api.ts";
import { getHeader } from "./read-mail.ts";

/** A message to send. */
interface Mail {
  from?: string | undefined;
  to?: string | undefined;
  cc?: string | undefined;
  bcc?: string | undefined;
  replyTo?: string | undefined;
  subject: string;
  text?: string | undefined;
  html?: string | undefined;
  /** The `Message-ID` of the message to which this message replies. */
  inReplyTo?: string | undefined;
  attachments: readonly BinaryFile[];
}

/** Returns a message in Gmail's format: RFC 5322 in URL-safe base64. */
export async function encodeMail({ attachments, inReplyTo, ...mail }: Mail): Promise<string> {
  const { createTransport } = await import("nodemailer");
  const writer = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  const { message } = await writer.sendMail({
    ...mail,
    ...(inReplyTo && { inReplyTo, references: [inReplyTo] }),
    attachments: attachments.map(({ bytes, fileName, mimeType }) => ({
      content: Buffer.from(bytes),
      filename: fileName ?? false,
      contentType: mimeType,
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  if (!Buffer.isBuffer(message)) throw new Error("nodemailer did not build the message in memory");
  return message.toString("base64url");
}

/** Returns email addresses from comma-separated text or a list, or undefined if there are no addresses. */
export function normalizeAddresses(value: JsonValue | undefined): string | undefined {
  const names = parseFieldNames(value);
  return names.length === 0 ? undefined : names.join(", ");
}

/** Returns the item's files to send as attachments. */
function readAttachments(context: NodeContext, itemIndex: number, item: Item, options: string): BinaryFile[] {
  return context
    .list(`${options}.attachmentsUi.attachmentsBinary`, itemIndex)
    .filter(isObject)
    .flatMap(({ property = "data" }) => parseFieldNames(property))
    .map((field) => getBinaryFile(context, item, itemIndex, field));
}

/** Returns the mailbox's email address with the node's display name, or undefined if the node sets no name. */
async function formatSender(
  context: NodeContext,
  itemIndex: number,
  options: string,
): Promise<string | undefined> {
  const name = context.text(`${options}.senderName`, itemIndex);
  if (name === "") return undefined;
  const { emailAddress } = await gmailApiRequest(context, itemIndex, "GET", "/profile");
  return `"${name.replace(/["\\]/g, "")}" <${toText(emailAddress)}>`;
}

/** Returns the body as plain text or HTML. */
function getBody(context: NodeContext, itemIndex: number): Pick<Mail, "text" | "html"> {
  if (context.node.version < 2) {
    const html = context.flag("includeHtml", itemIndex) ? context.text("htmlMessage", itemIndex) : undefined;
    return { text: context.text("message", itemIndex), html };
  }
  const message = context.text("message", itemIndex).trim();
  return context.text("emailType", itemIndex, "html") === "text" ? { text: message } : { html: message };
}

/** Returns the message that a node sends for an item. */
export async function readMailParameters(context: NodeContext, itemIndex: number, item: Item): Promise<Mail> {
  const isEarly = context.node.version < 2;
  const options = isEarly ? "additionalFields" : "options";
  const getOption = (name: string) => normalizeAddresses(context.parameter(`${options}.${name}`, itemIndex));
  const to = context.parameter(isEarly ? "toList" : "sendTo", itemIndex);
  return {
    from: getOption("fromAlias") ?? (await formatSender(context, itemIndex, options)),
    to: normalizeAddresses(to) ?? getOption(isEarly ? "toList" : "sendTo"),
    cc: getOption("ccList"),
    bcc: getOption("bccList"),
    replyTo: getOption("replyTo"),
    subject: context.text("subject", itemIndex),
    ...getBody(context, itemIndex),
    attachments: readAttachments(context, itemIndex, item, options),
  };
}

const ANSWERED_HEADERS = ["From", "To", "Cc", "Reply-To", "Subject", "Message-ID"] as const;

const addressIn = (text: string) => (/<([^<>]*)>\s*$/.exec(text)?.[1] ?? text).trim().toLowerCase();

/** Splits a header into email addresses. Commas within quotes do not separate them. */
const splitHeader = (header: string): string[] =>
  header
    .split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/)
    .map((part) => part.trim())
    .filter((part) => part !== "");

/** Returns the recipients of a reply: the sender and the other recipients of the message, except the mailbox itself. */
async function getReplyRecipients(
  context: NodeContext,
  itemIndex: number,
  message: JsonObject,
): Promise<string | undefined> {
  const getOption = (name: string) =>
    context.flag(`options.${name}`, itemIndex) || context.flag(`additionalFields.${name}`, itemIndex);
  const sender = splitHeader(getHeader(message, "reply-to") || getHeader(message, "from"));
  if (getOption("replyToSenderOnly")) return sender.join(", ");
  const { emailAddress } = await gmailApiRequest(context, itemIndex, "GET", "/profile");
  const own = toText(emailAddress).toLowerCase();
  const others = splitHeader(getHeader(message, "to"));
  const all = getOption("replyToRecipientsOnly") ? others : [...sender, ...others];
  const seen = new Set<string>();
  const people = all.filter((each) => {
    const address = addressIn(each);
    if (address === own || seen.has(address)) return false;
    seen.add(address);
    return true;
  });
  // If the message is the account's own, the reply goes to the recipients of the message.
  return (people.length === 0 ? all : people).join(", ");
}

/** Replies to a message in the message's thread. */
export async function replyToMessage(
  context: NodeContext,
  itemIndex: number,
  item: Item,
  messageId: string,
): Promise<Item[]> {
  const message = await gmailApiRequest(context, itemIndex, "GET", `/messages/${encodePathPart(messageId)}`, {
    query: { format: "metadata", metadataHeaders: ANSWERED_HEADERS },
  });
  const mail = await readMailParameters(context, itemIndex, item);
  const subject = getHeader(message, "subject");
  const raw = await encodeMail({
    ...mail,
    to: mail.to ?? (await getReplyRecipients(context, itemIndex, message)),
    subject: mail.subject || (/^re:/i.test(subject) ? subject : `Re: ${subject}`),
    inReplyTo: getHeader(message, "message-id"),
  });
  const body = { raw, threadId: message.threadId ?? "" };
  return [{ json: await gmailApiRequest(context, itemIndex, "POST", "/messages/send", { body }) }];
}
