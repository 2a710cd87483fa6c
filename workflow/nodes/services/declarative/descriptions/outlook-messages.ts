import type { JsonValue } from "@stoa/runtime/protocol";
import { isObject } from "../../../../model/is-object.ts";
import type { JsonObject } from "../../../../model/item.ts";
import { toText } from "../../../../model/json-text.ts";
import type { NodeContext } from "../../../../model/node-context.ts";
import { getBinaryFile } from "../../../files/binary-file.ts";
import { type CollectionNames, collection, fields } from "../request-fields.ts";
import type { OperationDescription, ReadFields } from "../service-description.ts";
import { getAtPath } from "../value-at-path.ts";
import { getEntries, toIsoDate, toList } from "../value-conversions.ts";

/** Converts comma-separated email addresses to Graph's recipients. */
export const toRecipients = (value: JsonValue): JsonValue =>
  toList(value).map((address) => ({ emailAddress: { address } }));

const toSender = (value: JsonValue): JsonValue => ({ emailAddress: { address: toText(value) } });

const MESSAGE: CollectionNames = {
  attachments: null,
  bccRecipients: ["bccRecipients", toRecipients],
  bodyContent: null,
  bodyContentType: null,
  categories: ["categories", toList],
  ccRecipients: ["ccRecipients", toRecipients],
  folderId: null,
  from: ["from", toSender],
  internetMessageHeaders: ["internetMessageHeaders", getEntries("headers")],
  recipients: null,
  replyTo: ["replyTo", toRecipients],
  saveToSentItems: null,
  toRecipients: ["toRecipients", toRecipients],
};

/** Returns the files of a message. @throws NodeError if the item lacks one of them */
function readAttachments(context: NodeContext, itemIndex: number): JsonObject[] {
  return context
    .list("additionalFields.attachments.attachments", itemIndex)
    .filter(isObject)
    .flatMap(({ binaryPropertyName = "data" }) => toList(binaryPropertyName))
    .map((field) => {
      const item = context.items[itemIndex] ?? { json: {} };
      const { bytes, mimeType, fileName } = getBinaryFile(context, item, itemIndex, field);
      return {
        "@odata.type": "#microsoft.graph.fileAttachment",
        name: fileName ?? field,
        contentType: mimeType,
        contentBytes: Buffer.from(bytes).toString("base64"),
      };
    });
}

/** Reads a message from a collection and the parameters of a node. */
export const readMessage =
  (path: string): ReadFields =>
  (context, itemIndex) => {
    const content =
      context.parameter("bodyContent", itemIndex) ?? context.parameter(`${path}.bodyContent`, itemIndex);
    const subject = context.text("subject", itemIndex);
    const to = context.text("toRecipients", itemIndex);
    const attachments = readAttachments(context, itemIndex);
    return {
      ...(subject !== "" && { subject }),
      ...(content !== undefined && {
        body: {
          content: toText(content),
          contentType: context.text(`${path}.bodyContentType`, itemIndex, "html"),
        },
      }),
      ...(to !== "" && { toRecipients: toRecipients(to) }),
      ...fields(collection(path, MESSAGE))(context, itemIndex),
      ...(attachments.length > 0 && { attachments }),
    };
  };

/** Quotes a text for an OData filter. */
const quote = (value: JsonValue): string => `'${toText(value).replace(/'/g, "''")}'`;

/** Returns the OData filter of a list of messages. */
function buildFilter(filters: JsonObject): string {
  const { custom, foldersToExclude, foldersToInclude, hasAttachments, readStatus, sender } = filters;
  const parts: string[] = [];
  if (custom) parts.push(toText(custom));
  if (hasAttachments !== undefined) parts.push(`hasAttachments eq ${toText(hasAttachments)}`);
  if (readStatus === "read" || readStatus === "unread")
    parts.push(`isRead eq ${String(readStatus === "read")}`);
  if (filters.receivedAfter) parts.push(`receivedDateTime ge ${toText(toIsoDate(filters.receivedAfter))}`);
  if (filters.receivedBefore) parts.push(`receivedDateTime le ${toText(toIsoDate(filters.receivedBefore))}`);
  if (sender)
    parts.push(
      `(from/emailAddress/address eq ${quote(sender)} or from/emailAddress/name eq ${quote(sender)})`,
    );
  const included = toList(foldersToInclude ?? "").map((id) => `parentFolderId eq ${quote(id)}`);
  if (included.length > 0) parts.push(`(${included.join(" or ")})`);
  for (const id of toList(foldersToExclude ?? "")) parts.push(`parentFolderId ne ${quote(id)}`);
  return parts.join(" and ");
}

const SIMPLE = [
  "id",
  "conversationId",
  "subject",
  "bodyPreview",
  "from",
  "toRecipients",
  "categories",
  "hasAttachments",
];

/** Returns the fields that a node of version 2 asks for. */
export const readSelection =
  (simple: readonly string[]): ReadFields =>
  (context, itemIndex) => {
    const output = context.text("output", itemIndex, "simple");
    if (output === "raw") return {};
    const chosen = output === "fields" ? toList(context.parameter("fields", itemIndex) ?? "") : simple;
    return { $select: [...new Set(["id", ...chosen])].join(",") };
  };

/** Returns the query of a list of messages, in version 2. */
export const readMessageQuery: ReadFields = (context, itemIndex) => {
  const values = context.object("filtersUI.values", itemIndex);
  const select = readSelection(SIMPLE)(context, itemIndex);
  if (values.filterBy === "search") {
    const search = toText(values.search).replace(/"/g, "");
    return { ...select, ...(search !== "" && { $search: `"${search}"` }) };
  }
  const filter = isObject(values.filters) ? buildFilter(values.filters) : "";
  return { ...select, ...(filter !== "" && { $filter: filter }) };
};

const getAddress = (value: JsonValue | undefined): JsonValue =>
  getAtPath(value, "emailAddress.address") ?? "";

/** Simplifies a message, if the node of version 2 asks for it, as n8n's default does. */
export const simplifyMessage: NonNullable<OperationDescription["convert"]> = (
  message,
  context,
  itemIndex,
) => {
  if (context.node.version < 2 || context.text("output", itemIndex, "simple") !== "simple") return message;
  const { id = "", conversationId = "", subject = "", bodyPreview = "", from, toRecipients: to } = message;
  return {
    id,
    conversationId,
    subject,
    bodyPreview,
    from: getAddress(from),
    to: Array.isArray(to) ? to.map(getAddress) : [],
    categories: message.categories ?? [],
    hasAttachments: message.hasAttachments ?? false,
  };
};

/** The fields of a message that has been sent or changed in version 2 are always simple ones. */
export const selectMessage = readSelection(SIMPLE);
