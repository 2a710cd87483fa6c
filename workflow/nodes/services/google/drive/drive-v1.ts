import type { JsonValue } from "@stoa/runtime/protocol";
import { isObject } from "../../../../model/is-object.ts";
import type { Item, JsonObject } from "../../../../model/item.ts";
import { toText } from "../../../../model/json-text.ts";
import type { NodeContext } from "../../../../model/node-context.ts";
import { getBinaryFile } from "../../../files/binary-file.ts";
import type { ServiceOperation, ServiceOperations } from "../../service-node.ts";
import { getGoogleId, googleApiRequest } from "../google-api.ts";
import { ALL_DRIVES, FILE_PATHS, FOLDER_TYPE, getFilePath, joinFields } from "./drive-api.ts";
import { createDeleteOperation, createShareOperation, downloadFile } from "./files.ts";

import { listFiles, readFileLimit } from "./search-files.ts";
import { SHARED_DRIVES } from "./shared-drives.ts";
import { UPLOAD_PATHS, uploadBytes } from "./write-files.ts";

/**
 * Returns the query for the selected fields in versions 1 and 2. If no fields are selected, the API's default applies.
 */
function getFieldsQuery(context: NodeContext, itemIndex: number): { fields?: string } {
  const fields = context.parameter("options.fields", itemIndex);
  if (context.flag("resolveData", itemIndex)) return { fields: "*" };
  return Array.isArray(fields) && fields.length > 0 ? { fields: joinFields(fields) } : {};
}

const getParents = (context: NodeContext, itemIndex: number): JsonObject => {
  const parents = context.list("parents", itemIndex).filter((id) => id !== "");
  return parents.length > 0 ? { parents } : {};
};

const uploadEarly: ServiceOperation = {
  methods: ["POST"],
  paths: UPLOAD_PATHS,
  async each(context, itemIndex, item): Promise<Item[]> {
    const isFile = context.flag("binaryData", itemIndex);
    const file = isFile
      ? getBinaryFile(context, item, itemIndex, context.text("binaryPropertyName", itemIndex, "data"))
      : {
          bytes: Buffer.from(context.text("fileContent", itemIndex)),
          mimeType: "text/plain",
          fileName: undefined,
        };
    const name = context.text("name", itemIndex) || file.fileName;
    const metadata = {
      mimeType: file.mimeType,
      ...(name !== undefined && { name, originalFilename: file.fileName ?? name }),
      ...getParents(context, itemIndex),
    };
    const query = getFieldsQuery(context, itemIndex);
    const { bytes, mimeType } = file;
    return [{ json: await uploadBytes(context, itemIndex, { bytes, mimeType, metadata, query }) }];
  },
};

/** Returns the search query for the node's filters. */
function filterQuery(context: NodeContext, itemIndex: number): string {
  const quoteText = (text: JsonValue | undefined) => `'${toText(text).replace(/[\\']/g, "\\$&")}'`;
  const names = context
    .list("queryFilters.name", itemIndex)
    .filter(isObject)
    .map(
      ({ operation = "contains", value }) =>
        `name ${operation === "is" ? "=" : "contains"} ${quoteText(value)}`,
    );
  const types = context
    .list("queryFilters.mimeType", itemIndex)
    .filter(isObject)
    .map(
      ({ mimeType, customMimeType }) =>
        `mimeType = ${quoteText(mimeType === "custom" ? customMimeType : mimeType)}`,
    );
  const groups = [names, types].filter((terms) => terms.length > 0).map((terms) => terms.join(" or "));
  return groups.map((group) => `(${group})`).join(" and ");
}

const list: ServiceOperation = {
  methods: ["GET"],
  paths: ["/drive/v3/files"],
  each(context, itemIndex): Promise<Item[]> {
    const isWritten = context.flag("useQueryString", itemIndex);
    return listFiles(context, itemIndex, {
      q: isWritten ? context.text("queryString", itemIndex) : filterQuery(context, itemIndex),
      fields: joinFields(context.parameter("options.fields", itemIndex)),
      limit: readFileLimit(context, itemIndex),
    });
  },
};

const copy: ServiceOperation = {
  methods: ["POST"],
  paths: FILE_PATHS,
  async each(context, itemIndex): Promise<Item[]> {
    const { name, parents } = context.object("options", itemIndex);
    const json = await googleApiRequest(context, itemIndex, {
      method: "POST",
      path: getFilePath(getGoogleId(context, "fileId", itemIndex, "The file"), "/copy"),
      query: { ...ALL_DRIVES, ...getFieldsQuery(context, itemIndex) },
      body: { ...(name !== undefined && { name }), ...(parents !== undefined && { parents }) },
    });
    return [{ json }];
  },
};

const update: ServiceOperation = {
  methods: ["PATCH"],
  paths: FILE_PATHS,
  async each(context, itemIndex): Promise<Item[]> {
    const { fileName, parentId, trashed } = context.object("updateFields", itemIndex);
    const json = await googleApiRequest(context, itemIndex, {
      method: "PATCH",
      path: getFilePath(getGoogleId(context, "fileId", itemIndex, "The file")),
      query: {
        ...ALL_DRIVES,
        ...getFieldsQuery(context, itemIndex),
        ...(typeof parentId === "string" && parentId !== "" && { addParents: parentId }),
      },
      body: { ...(fileName !== undefined && { name: fileName }), ...(trashed !== undefined && { trashed }) },
    });
    return [{ json }];
  },
};

const createFolder: ServiceOperation = {
  methods: ["POST"],
  paths: ["/drive/v3/files"],
  async each(context, itemIndex): Promise<Item[]> {
    const json = await googleApiRequest(context, itemIndex, {
      method: "POST",
      path: "/drive/v3/files",
      query: { ...ALL_DRIVES, ...getFieldsQuery(context, itemIndex) },
      body: {
        name: context.text("name", itemIndex),
        mimeType: FOLDER_TYPE,
        ...getParents(context, itemIndex),
      },
    });
    return [{ json }];
  },
};

/** Operations of versions 1 and 2. */
export const DRIVE_V1: ServiceOperations = {
  ...SHARED_DRIVES,
  "file.copy": copy,
  "file.delete": createDeleteOperation("fileId", "The file", "fileId"),
  "file.download": downloadFile,
  "file.list": list,
  "file.share": createShareOperation("fileId", "The file"),
  "file.update": update,
  "file.upload": uploadEarly,
  "folder.create": createFolder,
  "folder.delete": createDeleteOperation("fileId", "The folder", "fileId"),
  "folder.share": createShareOperation("fileId", "The folder"),
};
