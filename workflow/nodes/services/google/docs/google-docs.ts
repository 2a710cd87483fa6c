import { isObject } from "../../../../model/is-object.ts";
import type { Item, JsonObject } from "../../../../model/item.ts";
import { toText } from "../../../../model/json-text.ts";
import type { NodeContext } from "../../../../model/node-context.ts";
import type { NodeType } from "../../../../model/node-type.ts";
import { encodePathPart } from "../../service-call.ts";
import { createServiceNode, type ServiceOperation, type ServiceOperations } from "../../service-node.ts";
import { GOOGLE, getGoogleId, googleApiRequest } from "../google-api.ts";

const records = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** Returns the text of a document's paragraphs. */
function getDocumentText({ body }: JsonObject): string {
  const content = isObject(body) ? records(body.content) : [];
  return content
    .flatMap(({ paragraph }) => (isObject(paragraph) ? records(paragraph.elements) : []))
    .map(({ textRun }) => (isObject(textRun) && typeof textRun.content === "string" ? textRun.content : ""))
    .join("");
}

type Build = (action: JsonObject) => JsonObject;

const text = toText;
const number = (value: unknown): number => Number(value ?? 0) || 0;

/** Returns the `segmentId` of an action's header, footer or footnote, or an empty object for the body. */
function getSegment({ insertSegment, segmentId }: JsonObject): JsonObject {
  const isBody = insertSegment === "body" || insertSegment === undefined;
  return isBody || segmentId === undefined || segmentId === "body" ? {} : { segmentId: text(segmentId) };
}

/** Returns an insertion point, which is an index or the end of the segment. */
function toInsertionPoint(action: JsonObject): JsonObject {
  return action.locationChoice === "location"
    ? { location: { ...getSegment(action), index: number(action.index) } }
    : { endOfSegmentLocation: getSegment(action) };
}

const getSpan = (action: JsonObject): JsonObject => ({
  ...getSegment(action),
  startIndex: number(action.startIndex),
  endIndex: number(action.endIndex),
});

const getCell = (action: JsonObject): JsonObject => ({
  tableStartLocation: { ...getSegment(action), index: number(action.index) },
  rowIndex: number(action.rowIndex),
  columnIndex: number(action.columnIndex),
});

/** The functions that create Google's API requests, keyed by the node's `object.action`. */
const BUILDERS: Readonly<Record<string, Build>> = {
  "footer.create": (action) => ({ createFooter: { type: "DEFAULT", ...toLocation(action) } }),
  "footer.delete": ({ footerId }) => ({ deleteFooter: { footerId: text(footerId) } }),
  "header.create": (action) => ({ createHeader: { type: "DEFAULT", ...toLocation(action) } }),
  "header.delete": ({ headerId }) => ({ deleteHeader: { headerId: text(headerId) } }),
  "namedRange.create": (action) => ({
    createNamedRange: { name: text(action.name), range: getSpan(action) },
  }),
  "namedRange.delete": ({ namedRangeReference, value }) => ({
    deleteNamedRange: { [namedRangeReference === "name" ? "name" : "namedRangeId"]: text(value) },
  }),
  "pageBreak.insert": (action) => ({ insertPageBreak: toInsertionPoint(action) }),
  "paragraphBullets.create": (action) => ({
    createParagraphBullets: {
      bulletPreset: action.bulletPreset ?? "BULLET_DISC_CIRCLE_SQUARE",
      range: getSpan(action),
    },
  }),
  "paragraphBullets.delete": (action) => ({ deleteParagraphBullets: { range: getSpan(action) } }),
  "positionedObject.delete": ({ objectId }) => ({ deletePositionedObject: { objectId: text(objectId) } }),
  "table.insert": (action) => ({
    insertTable: { ...toInsertionPoint(action), rows: number(action.rows), columns: number(action.columns) },
  }),
  "tableColumn.delete": (action) => ({ deleteTableColumn: { tableCellLocation: getCell(action) } }),
  "tableColumn.insert": (action) => ({
    insertTableColumn: { tableCellLocation: getCell(action), insertRight: action.insertPosition !== false },
  }),
  "tableRow.delete": (action) => ({ deleteTableRow: { tableCellLocation: getCell(action) } }),
  "tableRow.insert": (action) => ({
    insertTableRow: { tableCellLocation: getCell(action), insertBelow: action.insertPosition !== false },
  }),
  "text.insert": (action) => ({ insertText: { text: text(action.text), ...toInsertionPoint(action) } }),
  "text.replaceAll": (action) => ({
    replaceAllText: {
      replaceText: text(action.replaceText),
      containsText: { text: text(action.text), matchCase: action.matchCase === true },
    },
  }),
};

function toLocation({ insertSegment, index }: JsonObject): JsonObject {
  if (insertSegment !== "location") return {};
  return { sectionBreakLocation: { index: number(index) } };
}

/** Returns the API request for an action, or undefined if the action is not known. */
function buildDocumentRequest(action: JsonObject): JsonObject | undefined {
  const object = text(action.object) || "text";
  const name = `${object}.${text(action.action) || "insert"}`;
  return Object.hasOwn(BUILDERS, name) ? BUILDERS[name]?.(action) : undefined;
}

const PATHS = ["/v1/documents/**"] as const;

const getDocumentId = (context: NodeContext, itemIndex: number) =>
  getGoogleId(context, "documentURL", itemIndex, "The document");

/** Creates a document through Google Drive, because only Drive can set its folder. */
const create: ServiceOperation = {
  methods: ["POST"],
  paths: ["/drive/v3/files"],
  async each(context, itemIndex): Promise<Item[]> {
    const folder = context.text("folderId", itemIndex);
    const drive = context.text("driveId", itemIndex);
    const own = drive === "" || drive === "myDrive" || drive === "sharedWithMe" ? undefined : drive;
    const parent = folder === "" || folder === "default" ? own : folder;
    const json = await googleApiRequest(context, itemIndex, {
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
    const path = `/v1/documents/${encodePathPart(getDocumentId(context, itemIndex))}`;
    const document = await googleApiRequest(context, itemIndex, { method: "GET", path });
    if (!context.flag("simple", itemIndex, true)) return [{ json: document }];
    return [{ json: { documentId: document.documentId ?? "", content: getDocumentText(document) } }];
  },
};

function buildRequests(context: NodeContext, itemIndex: number): JsonObject[] {
  return context
    .list("actionsUi.actionFields", itemIndex)
    .filter(isObject)
    .map((action, index) => {
      const request = buildDocumentRequest(action);
      if (request) return request;
      const field = `actionsUi.actionFields[${index}]`;
      throw context.failure(
        `Unknown action. Use one of these objects and actions: ${Object.keys(BUILDERS).join(", ")}`,
        { field, itemIndex },
      );
    });
}

const update: ServiceOperation = {
  methods: ["POST"],
  paths: PATHS,
  async each(context, itemIndex): Promise<Item[]> {
    const documentId = getDocumentId(context, itemIndex);
    const { control, value } = context.object("updateFields.writeControlObject", itemIndex);
    const answer = await googleApiRequest(context, itemIndex, {
      method: "POST",
      path: `/v1/documents/${encodePathPart(documentId)}:batchUpdate`,
      body: {
        requests: buildRequests(context, itemIndex),
        ...(typeof control === "string" && value && { writeControl: { [control]: value } }),
      },
    });
    if (!context.flag("simple", itemIndex, true)) return [{ json: { ...answer, documentId } }];
    const [reply] = Array.isArray(answer.replies) ? answer.replies.filter(isObject) : [];
    const [details] = reply ? Object.values(reply) : [];
    return [{ json: { ...(isObject(details) && details), documentId } }];
  },
};

const OPERATIONS: ServiceOperations = {
  "document.create": create,
  "document.get": get,
  "document.update": update,
};

/** Google Docs: creates, reads and updates documents. */
export const googleDocs: NodeType = createServiceNode({
  types: ["n8n-nodes-base.googleDocs"],
  versions: [1, 2],
  service: GOOGLE,
  operations: () => OPERATIONS,
  standard: () => ({ resource: "document", operations: { document: "create" } }),
});
