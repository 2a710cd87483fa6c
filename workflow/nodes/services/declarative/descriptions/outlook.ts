import { createBinaryFile, getBinaryFile } from "../../../files/binary-file.ts";
import { getLocatorId } from "../../resource-locator.ts";
import { callService, encodePathPart, serviceApiRequest } from "../../service-call.ts";
import type { ServiceOperation } from "../../service-node.ts";
import { createDescribedNode, done } from "../create-described-node.ts";
import { byNextUrl } from "../paging-styles.ts";
import { fields, locator, param } from "../request-fields.ts";
import type { OperationDescription, OperationTable, ReadFields } from "../service-description.ts";
import { joinList } from "../value-conversions.ts";
import { OUTLOOK_CALENDAR } from "./outlook-calendar.ts";
import {
  readMessage,
  readMessageQuery,
  selectMessage,
  simplifyMessage,
  toRecipients,
} from "./outlook-messages.ts";

const ME = "/v1.0/me";
const MESSAGE = `${ME}/messages/{messageId}`;
const DRAFT = `${ME}/messages/{draftId}`;
const FOLDERS = `${ME}/mailFolders`;
const BY_NEXT_LINK = byNextUrl("@odata.nextLink", "$top", 100);

/** Version 1 filters and selects with OData of the file. */
const readQuery: ReadFields = (context, itemIndex) =>
  context.node.version < 2
    ? fields({ $select: param("additionalFields.fields"), $filter: param("additionalFields.filter") })(
        context,
        itemIndex,
      )
    : readMessageQuery(context, itemIndex);

const listMessages = (path: string): OperationDescription => ({
  method: "GET",
  path,
  query: readQuery,
  convert: simplifyMessage,
  list: { at: "value", paging: BY_NEXT_LINK, limit: 100 },
  unsupported: ({ parameters: { options } }) =>
    JSON.stringify(options ?? {}).includes('"downloadAttachments":true')
      ? "downloading attachments with messages is not supported. Use the resource 'Message Attachment'"
      : undefined,
});

const getMessage = (path: string): OperationDescription => {
  const { unsupported } = listMessages(path);
  return {
    method: "GET",
    path,
    query: (context, itemIndex) => (context.node.version < 2 ? {} : selectMessage(context, itemIndex)),
    convert: simplifyMessage,
    ...(unsupported && { unsupported }),
  };
};

const change = (path: string): OperationDescription => ({
  method: "PATCH",
  path,
  body: readMessage("updateFields"),
});
const remove = (path: string): OperationDescription => ({ method: "DELETE", path });

/** Reads a reply, whose text is in `message` since version 2 and in `comment` before. */
const readReply: ReadFields = (context, itemIndex) => {
  const content = context.text(context.node.version < 2 ? "comment" : "message", itemIndex);
  const message = readMessage("additionalFields")(context, itemIndex);
  const contentType = context.text("additionalFields.bodyContentType", itemIndex, "html");
  return { message: { ...message, body: { content, contentType } } };
};

const isDraft: OperationDescription["when"] = (context, itemIndex) =>
  context.flag("options.saveAsDraft", itemIndex) || !context.flag("send", itemIndex, true);
const isToSender: NonNullable<OperationDescription["when"]> = (context, itemIndex) =>
  context.node.version < 2
    ? context.text("replyType", itemIndex, "reply") === "reply"
    : context.flag("replyToSenderOnly", itemIndex);

const createReply = (action: string, when?: OperationDescription["when"]): OperationDescription => ({
  ...(when && { when }),
  method: "POST",
  path: `${MESSAGE}/${action}`,
  body: readReply,
  ...(!action.startsWith("create") && { output: done }),
});

/** Sends a draft, to other recipients if the node names them. */
const sendDraft: ServiceOperation = {
  methods: ["PATCH", "POST"],
  paths: [`${ME}/messages/*`, `${ME}/messages/*/send`],
  each: async (context, itemIndex) => {
    const name = context.node.version < 2 ? "messageId" : "draftId";
    const path = `${ME}/messages/${encodePathPart(getLocatorId(context, name, itemIndex))}`;
    const to = context.text("to", itemIndex) || context.text("additionalFields.recipients", itemIndex);
    if (to !== "")
      await serviceApiRequest(context, itemIndex, {
        service: "microsoft",
        method: "PATCH",
        path,
        body: { toRecipients: toRecipients(to) },
      });
    await callService(context, itemIndex, { service: "microsoft", method: "POST", path: `${path}/send` });
    return [{ json: { success: true } }];
  },
};

/** Downloads an attachment into a file of the item. */
const downloadAttachment: ServiceOperation = {
  methods: ["GET"],
  paths: [`${ME}/messages/*/attachments/*`, `${ME}/messages/*/attachments/*/$value`],
  each: async (context, itemIndex, item) => {
    const message = encodePathPart(getLocatorId(context, "messageId", itemIndex));
    const attachment = encodePathPart(getLocatorId(context, "attachmentId", itemIndex));
    const path = `${ME}/messages/${message}/attachments/${attachment}`;
    const call = { service: "microsoft", method: "GET" } as const;
    const about = (await serviceApiRequest(context, itemIndex, {
      ...call,
      path,
      query: { $select: "name,contentType" },
    })) as { name?: string; contentType?: string };
    const { body } = await callService(context, itemIndex, { ...call, path: `${path}/$value` });
    const field = context.text("binaryPropertyName", itemIndex, "data");
    const file = createBinaryFile(body, { fileName: about.name, mimeType: about.contentType });
    return [{ json: item.json, binary: { ...item.binary, [field]: file } }];
  },
};

const MAIL: OperationTable = {
  "message.get": getMessage(MESSAGE),
  "message.getAll": listMessages(`${ME}/messages`),
  "message.send": {
    method: "POST",
    path: `${ME}/sendMail`,
    body: fields({
      message: readMessage("additionalFields"),
      saveToSentItems: param("additionalFields.saveToSentItems"),
    }),
    output: done,
  },
  "message.reply": [
    createReply("createReply", (context, index) => isDraft(context, index) && isToSender(context, index)),
    createReply("createReplyAll", isDraft),
    createReply("reply", isToSender),
    createReply("replyAll"),
  ],
  "message.move": {
    method: "POST",
    path: `${MESSAGE}/move`,
    body: fields({ destinationId: locator("folderId") }),
    output: done,
  },
  "message.update": change(MESSAGE),
  "message.delete": remove(MESSAGE),
  "folderMessage.getAll": listMessages(`${FOLDERS}/{folderId}/messages`),
  "draft.create": { method: "POST", path: `${ME}/messages`, body: readMessage("additionalFields") },
  "draft.send": sendDraft,
};

/** The drafts of version 1 are messages. */
const createDrafts = (path: string): OperationTable => ({
  "draft.get": getMessage(path),
  "draft.update": change(path),
  "draft.delete": remove(path),
});

const FOLDERS_AND_FILES: OperationTable = {
  "folder.create": [
    {
      when: (context, itemIndex) => locator("options.folderId")(context, itemIndex) !== undefined,
      method: "POST",
      path: `${FOLDERS}/{parent}/childFolders`,
      pathValues: { parent: locator("options.folderId") },
      body: fields({ displayName: param("displayName") }),
    },
    { method: "POST", path: FOLDERS, body: fields({ displayName: param("displayName") }) },
  ],
  "folder.get": {
    method: "GET",
    path: `${FOLDERS}/{folderId}`,
    query: fields({ $select: param("options.fields", joinList) }),
  },
  "folder.getAll": {
    method: "GET",
    path: FOLDERS,
    query: fields({ $filter: param("filters.filter"), $select: param("options.fields", joinList) }),
    list: { at: "value", paging: BY_NEXT_LINK, limit: 100 },
  },
  "folder.update": {
    method: "PATCH",
    path: `${FOLDERS}/{folderId}`,
    body: fields({ displayName: param("displayName") }),
  },
  "folder.delete": remove(`${FOLDERS}/{folderId}`),
  "messageAttachment.get": { method: "GET", path: `${MESSAGE}/attachments/{attachmentId}` },
  "messageAttachment.getAll": {
    method: "GET",
    path: `${MESSAGE}/attachments`,
    query: fields({ $select: param("options.fields", joinList, "id,name,contentType,size,isInline") }),
    list: { at: "value", paging: BY_NEXT_LINK, limit: 100 },
  },
  "messageAttachment.download": downloadAttachment,
  "messageAttachment.add": {
    method: "POST",
    path: `${MESSAGE}/attachments`,
    body: (context, itemIndex) => {
      const field = context.text("binaryPropertyName", itemIndex, "data");
      const item = context.items[itemIndex] ?? { json: {} };
      const { bytes, mimeType, fileName } = getBinaryFile(context, item, itemIndex, field);
      return {
        "@odata.type": "#microsoft.graph.fileAttachment",
        name: context.text("options.fileName", itemIndex) || (fileName ?? field),
        contentType: mimeType,
        contentBytes: Buffer.from(bytes).toString("base64"),
      };
    },
    output: done,
  },
};

/** Mail, calendars and contacts: https://learn.microsoft.com/en-us/graph/api/resources/mail-api-overview */
export const OUTLOOK = createDescribedNode({
  types: ["n8n-nodes-base.microsoftOutlook"],
  versions: [1, 2],
  service: "microsoft",
  standard: (version) => ({
    resource: "message",
    operations: {
      calendar: "getAll",
      contact: "getAll",
      draft: "create",
      event: "getAll",
      folder: version < 2 ? "create" : "getAll",
      folderMessage: "getAll",
      message: version < 2 ? "send" : "getAll",
      messageAttachment: version < 2 ? "add" : "getAll",
    },
  }),
  addresses: { eventId: /\/item\/([^/?]+)/, folderId: /\/mail\/([^/?]+)/ },
  operations: (version) => ({
    ...MAIL,
    ...createDrafts(version < 2 ? MESSAGE : DRAFT),
    ...FOLDERS_AND_FILES,
    ...(version >= 2 && OUTLOOK_CALENDAR),
  }),
  unsupported: ({ parameters: { authentication } }) =>
    authentication === "microsoftEntraServicePrincipalApi"
      ? "service principals are not supported. Use the mailbox of the person who runs the agent"
      : undefined,
});
