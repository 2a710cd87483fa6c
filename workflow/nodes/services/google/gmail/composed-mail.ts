import type { JsonValue } from "@stoa/runtime/protocol";
import { isObject } from "../../../../model/is-object.ts";
import type { BinaryFile, Item } from "../../../../model/item.ts";
import { toText } from "../../../../model/json-text.ts";
import type { NodeContext } from "../../../../model/node-context.ts";
import { fieldNames } from "../../../core/fields/field-path.ts";
import { fileOf } from "../../../files/binary-file.ts";
import { askGmail } from "./gmail-api.ts";

/** A mail to be written. */
export interface Mail {
  from?: string | undefined;
  to?: string | undefined;
  cc?: string | undefined;
  bcc?: string | undefined;
  replyTo?: string | undefined;
  subject: string;
  text?: string | undefined;
  html?: string | undefined;
  /** `Message-ID` of the mail that it answers. */
  inReplyTo?: string | undefined;
  attachments: readonly BinaryFile[];
}

/** A mail as Gmail takes it: in the form of RFC 5322, in base64 for addresses. */
export async function composed({ attachments, inReplyTo, ...mail }: Mail): Promise<string> {
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
  if (!Buffer.isBuffer(message)) throw new Error("a mail was not written to memory");
  return message.toString("base64url");
}

/** Addresses as people give them, in a text with commas or a list. */
export function addresses(value: JsonValue | undefined): string | undefined {
  const given = fieldNames(value);
  return given.length === 0 ? undefined : given.join(", ");
}

/** The files of an item that are to be sent along. */
export function attachedFiles(
  context: NodeContext,
  itemIndex: number,
  item: Item,
  options: string,
): BinaryFile[] {
  return context
    .list(`${options}.attachmentsUi.attachmentsBinary`, itemIndex)
    .filter(isObject)
    .flatMap(({ property = "data" }) => fieldNames(property))
    .map((field) => fileOf(context, item, itemIndex, field));
}

/** Who sends, where the node gives the sender a name: the address is the mailbox's own. */
export async function namedSender(
  context: NodeContext,
  itemIndex: number,
  options: string,
): Promise<string | undefined> {
  const name = context.text(`${options}.senderName`, itemIndex);
  if (name === "") return undefined;
  const { emailAddress } = await askGmail(context, itemIndex, "GET", "/profile");
  return `"${name.replace(/["\\]/g, "")}" <${toText(emailAddress)}>`;
}
