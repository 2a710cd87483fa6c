import { toText } from "../../../../model/json-text.ts";
import { createBinaryFile, getBinaryFile } from "../../../files/binary-file.ts";
import { downloadFile } from "../../download-file.ts";
import { getLocatorId } from "../../resource-locator.ts";
import { encodePathPart, serviceApiRequest } from "../../service-call.ts";
import type { ServiceOperation } from "../../service-node.ts";
import { createDescribedNode } from "../create-described-node.ts";
import { byNextUrl } from "../paging-styles.ts";
import { collection, fields, param } from "../request-fields.ts";
import type { OperationDescription, OperationTable, ReadValue } from "../service-description.ts";

const DRIVE = "/v1.0/me/drive";
const BY_NEXT_LINK = byNextUrl("@odata.nextLink");
/** A connector sends requests of at most 10 MiB. */
const MAX_FILE_BYTES = 9 * 1024 * 1024;

/** Returns the search in a path, such as `search(q='tea')`. */
const readSearch: ReadValue = (context, itemIndex) =>
  `search(q='${context.text("query", itemIndex).replace(/'/g, "''")}')`;

const createItemOperations = (kind: "file" | "folder"): OperationTable => {
  const item = `${DRIVE}/items/{${kind}Id}`;
  // The parameter of these operations has another name in n8n.
  const renamed = `${DRIVE}/items/{itemId}`;
  return {
    [`${kind}.delete`]: { method: "DELETE", path: item },
    [`${kind}.rename`]: { method: "PATCH", path: renamed, body: fields({ name: param("newName") }) },
    [`${kind}.move`]: {
      method: "PATCH",
      path: item,
      body: fields({ "parentReference.id": param("destinationFolderId") }),
    },
    [`${kind}.search`]: {
      method: "GET",
      path: `${DRIVE}/root/{search}`,
      pathValues: { search: readSearch },
      list: { at: "value", paging: BY_NEXT_LINK, returnsAll: true },
    },
    [`${kind}.share`]: {
      method: "POST",
      path: `${item}/createLink`,
      body: fields({ type: param("type"), scope: param("scope") }),
    },
  };
};

/** Downloads a file. OneDrive stores files on other hosts, whose URLs need no credential for an hour. */
const download: ServiceOperation = {
  methods: ["GET"],
  paths: [`${DRIVE}/items/*`],
  hosts: () => [undefined],
  each: async (context, itemIndex, item) => {
    const found = (await serviceApiRequest(context, itemIndex, {
      service: "microsoft",
      method: "GET",
      path: `${DRIVE}/items/${encodePathPart(getLocatorId(context, "fileId", itemIndex))}`,
    })) as { name?: string; file?: { mimeType?: string }; "@microsoft.graph.downloadUrl"?: string };
    const { body } = await downloadFile(context, itemIndex, toText(found["@microsoft.graph.downloadUrl"]));
    const field = context.text("binaryPropertyName", itemIndex, "data");
    const file = createBinaryFile(body, { fileName: found.name, mimeType: found.file?.mimeType });
    return [{ json: item.json, binary: { ...item.binary, [field]: file } }];
  },
};

/** Uploads a text or an item's file into a folder. */
const uploadFile: ServiceOperation = {
  methods: ["PUT"],
  paths: [`${DRIVE}/items/*/*/content`],
  each: async (context, itemIndex, item) => {
    const isBinary = context.flag("binaryData", itemIndex);
    const field = context.text("binaryPropertyName", itemIndex, "data");
    const file = isBinary
      ? getBinaryFile(context, item, itemIndex, field)
      : {
          bytes: Buffer.from(context.text("fileContent", itemIndex)),
          mimeType: "text/plain",
          fileName: undefined,
        };
    const name = context.text("fileName", itemIndex) || file.fileName;
    if (name === undefined) throw context.failure("The file has no name", { field: "fileName", itemIndex });
    if (file.bytes.byteLength > MAX_FILE_BYTES)
      throw context.failure(
        `This file is ${Math.ceil(file.bytes.byteLength / 1_048_576)} MiB. The upload limit is ${MAX_FILE_BYTES / 1_048_576} MiB. Use a smaller file`,
        { itemIndex },
      );
    const parent = encodePathPart(context.text("parentId", itemIndex) || "root");
    const json = await serviceApiRequest(context, itemIndex, {
      service: "microsoft",
      method: "PUT",
      path: `${DRIVE}/items/${parent}:/${encodePathPart(name)}:/content`,
      content: { type: file.mimeType, bytes: file.bytes },
    });
    return [{ json: json as Record<string, never> }];
  },
};

const createFolder: OperationDescription = {
  method: "POST",
  path: `${DRIVE}/items/{parent}/children`,
  pathValues: {
    parent: (context, itemIndex) => context.text("options.parentFolderId", itemIndex) || "root",
  },
  body: fields({ name: param("name"), folder: () => ({}) }),
};

/** Files and folders: https://learn.microsoft.com/en-us/graph/api/resources/onedrive */
export const MICROSOFT_ONEDRIVE = createDescribedNode({
  types: ["n8n-nodes-base.microsoftOneDrive"],
  versions: [1, 1.1],
  service: "microsoft",
  standard: { resource: "file", operations: { file: "upload", folder: "create" } },
  operations: {
    ...createItemOperations("file"),
    ...createItemOperations("folder"),
    "file.get": { method: "GET", path: `${DRIVE}/items/{fileId}` },
    "file.copy": {
      method: "POST",
      path: `${DRIVE}/items/{fileId}/copy`,
      body: fields(
        { parentReference: fields(collection("parentReference")) },
        collection("additionalFields"),
      ),
      output: () => ({ success: true }),
    },
    "file.download": download,
    "file.upload": uploadFile,
    "folder.create": createFolder,
    "folder.getChildren": {
      method: "GET",
      path: `${DRIVE}/items/{folderId}/children`,
      list: { at: "value", paging: BY_NEXT_LINK, returnsAll: true },
    },
  },
  unsupported: ({ parameters: { authentication } }) =>
    authentication === "microsoftEntraServicePrincipalApi"
      ? "service principals are not supported. Use the drive of the person who runs the agent"
      : undefined,
});
