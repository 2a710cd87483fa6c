import { isObject } from "../../../../model/is-object.ts";
import type { Item, JsonObject } from "../../../../model/item.ts";
import type { NodeContext } from "../../../../model/node-context.ts";
import type { NodeType } from "../../../../model/node-type.ts";
import { inPath } from "../../service-call.ts";
import { type ServiceOperation, type ServiceOperations, serviceNode } from "../../service-node.ts";
import { askGoogle, GOOGLE } from "../ask-google.ts";
import { googleId } from "../google-locator.ts";
import { documentRequest } from "./document-actions.ts";
import { documentText } from "./document-text.ts";

const PATHS = ["/v1/documents/**"] as const;

const idOf = (context: NodeContext, itemIndex: number) =>
  googleId(context, "documentURL", itemIndex, "The document");

/** A document begins as a file of Google Drive: only there it gets its folder. */
const create: ServiceOperation = {
  methods: ["POST"],
  paths: ["/drive/v3/files"],
  async each(context, itemIndex): Promise<Item[]> {
    const folder = context.text("folderId", itemIndex);
    const drive = context.text("driveId", itemIndex);
    const own = drive === "" || drive === "myDrive" || drive === "sharedWithMe" ? undefined : drive;
    const parent = folder === "" || folder === "default" ? own : folder;
    const json = await askGoogle(context, itemIndex, {
      method: "POST",
      path: "/drive/v3/files",
      query: { supportsAllDrives: true },
      body: {
        name: context.text("title", itemIndex),
        mimeType: "application/vnd.google-apps.document",
        ...(parent !== undefined && { parents: [parent] }),
      },
    });
    return [{ json }];
  },
};

const get: ServiceOperation = {
  methods: ["GET"],
  paths: PATHS,
  async each(context, itemIndex): Promise<Item[]> {
    const path = `/v1/documents/${inPath(idOf(context, itemIndex))}`;
    const document = await askGoogle(context, itemIndex, { method: "GET", path });
    if (!context.flag("simple", itemIndex, true)) return [{ json: document }];
    return [{ json: { documentId: document.documentId ?? "", content: documentText(document) } }];
  },
};

function requestsOf(context: NodeContext, itemIndex: number): JsonObject[] {
  return context
    .list("actionsUi.actionFields", itemIndex)
    .filter(isObject)
    .map((action, index) => {
      const request = documentRequest(action);
      if (request) return request;
      const field = `actionsUi.actionFields[${index}]`;
      throw context.failure("The action is not known", { field, itemIndex });
    });
}

const update: ServiceOperation = {
  methods: ["POST"],
  paths: PATHS,
  async each(context, itemIndex): Promise<Item[]> {
    const documentId = idOf(context, itemIndex);
    const { control, value } = context.object("updateFields.writeControlObject", itemIndex);
    const answer = await askGoogle(context, itemIndex, {
      method: "POST",
      path: `/v1/documents/${inPath(documentId)}:batchUpdate`,
      body: {
        requests: requestsOf(context, itemIndex),
        ...(typeof control === "string" && value && { writeControl: { [control]: value } }),
      },
    });
    if (!context.flag("simple", itemIndex, true)) return [{ json: { ...answer, documentId } }];
    const [reply] = Array.isArray(answer.replies) ? answer.replies.filter(isObject) : [];
    const [said] = reply ? Object.values(reply) : [];
    return [{ json: { ...(isObject(said) && said), documentId } }];
  },
};

const OPERATIONS: ServiceOperations = {
  "document.create": create,
  "document.get": get,
  "document.update": update,
};

/** Google Docs: documents, their text, and changes of it. */
export const googleDocs: NodeType = serviceNode({
  types: ["n8n-nodes-base.googleDocs"],
  versions: [1, 2],
  service: GOOGLE,
  operations: () => OPERATIONS,
  standard: () => ({ resource: "document", operations: { document: "create" } }),
});
