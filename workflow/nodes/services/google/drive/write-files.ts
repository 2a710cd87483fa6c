import { randomUUID } from "node:crypto";
import type { Item, JsonObject } from "../../../../model/item.ts";
import type { NodeContext } from "../../../../model/node-context.ts";
import { getBinaryFile } from "../../../files/binary-file.ts";
import type { ServiceQuery } from "../../service-call.ts";
import type { ServiceOperation } from "../../service-node.ts";
import { getGoogleId, googleApiRequest } from "../google-api.ts";
import {
  ALL_DRIVES,
  createUploadQuery,
  FILE_PATHS,
  getFilePath,
  getParentFolder,
  joinFields,
  readCustomProperties,
} from "./drive-api.ts";

/** The maximum size of a file. A connector sends requests of at most 10 MiB, including the metadata. */
const MAX_FILE_BYTES = 9 * 1024 * 1024;

export const UPLOAD_PATHS = ["/upload/drive/v3/files/**"] as const;

/** Uploads a file's content and metadata. If an ID is given, replaces the content of the existing file. */
export async function uploadBytes(
  context: NodeContext,
  itemIndex: number,
  {
    id,
    metadata,
    bytes,
    mimeType,
    query,
  }: { id?: string; metadata: JsonObject; bytes: Uint8Array; mimeType: string; query?: ServiceQuery },
): Promise<JsonObject> {
  if (bytes.byteLength > MAX_FILE_BYTES)
    throw context.failure(
      `This file is ${Math.ceil(bytes.byteLength / 1_048_576)} MiB. The upload limit is ${MAX_FILE_BYTES / 1_048_576} MiB. Use a smaller file`,
      { itemIndex },
    );
  const boundary = randomUUID();
  const part = (type: string) => `--${boundary}\r\nContent-Type: ${type}\r\n\r\n`;
  const body = Buffer.concat([
    Buffer.from(`${part("application/json; charset=UTF-8")}${JSON.stringify(metadata)}\r\n`),
    Buffer.from(part(mimeType.replace(/[\r\n]/g, ""))),
    bytes,
    Buffer.from(`\r\n--${boundary}--`),
  ]);
  return googleApiRequest(context, itemIndex, {
    method: id === undefined ? "POST" : "PATCH",
    path: `/upload/drive/v3/files${id === undefined ? "" : `/${encodeURIComponent(id)}`}`,
    query: { uploadType: "multipart", ...ALL_DRIVES, ...query },
    content: { type: `multipart/related; boundary=${boundary}`, bytes: body },
  });
}

/** Uploads an item's file to a folder. */
export const uploadFile: ServiceOperation = {
  methods: ["POST"],
  paths: UPLOAD_PATHS,
  async each(context, itemIndex, item): Promise<Item[]> {
    const field = context.text("inputDataFieldName", itemIndex, "data");
    const { bytes, mimeType, fileName } = getBinaryFile(context, item, itemIndex, field);
    const name = context.text("name", itemIndex) || fileName;
    const isShort = context.flag("options.simplifyOutput", itemIndex);
    const json = await uploadBytes(context, itemIndex, {
      bytes,
      mimeType,
      metadata: {
        ...(name !== undefined && { name }),
        ...(fileName !== undefined && { originalFilename: fileName }),
        mimeType,
        parents: [getParentFolder(context, itemIndex)],
        ...readCustomProperties(context, itemIndex),
      },
      query: { ...createUploadQuery(context, itemIndex), ...(!isShort && { fields: "*" }) },
    });
    return [{ json }];
  },
};

/** Creates a file or a document from text. */
export const createFromText: ServiceOperation = {
  methods: ["POST"],
  paths: UPLOAD_PATHS,
  async each(context, itemIndex): Promise<Item[]> {
    const isDocument = context.flag("options.convertToGoogleDocument", itemIndex);
    const json = await uploadBytes(context, itemIndex, {
      bytes: Buffer.from(context.text("content", itemIndex)),
      mimeType: "text/plain",
      metadata: {
        name: context.text("name", itemIndex) || "Untitled",
        parents: [getParentFolder(context, itemIndex)],
        mimeType: isDocument ? "application/vnd.google-apps.document" : "text/plain",
        ...readCustomProperties(context, itemIndex),
      },
      query: createUploadQuery(context, itemIndex),
    });
    return [{ json }];
  },
};

/** Updates a file's name, folder or content. */
export const updateFile: ServiceOperation = {
  methods: ["PATCH"],
  paths: [...FILE_PATHS, ...UPLOAD_PATHS],
  async each(context, itemIndex, item): Promise<Item[]> {
    const id = getGoogleId(context, "fileId", itemIndex, "The file");
    const name = context.text("newUpdatedFileName", itemIndex);
    const trashed = context.parameter("options.trashed", itemIndex);
    const metadata = {
      ...(name !== "" && { name }),
      ...(trashed !== undefined && { trashed: Boolean(trashed) }),
      ...readCustomProperties(context, itemIndex),
    };
    const query = {
      ...createUploadQuery(context, itemIndex),
      fields: joinFields(context.parameter("options.fields", itemIndex)),
    };
    if (!context.flag("changeFileContent", itemIndex)) {
      const call = { method: "PATCH", path: getFilePath(id), query: { ...ALL_DRIVES, ...query } } as const;
      return [{ json: await googleApiRequest(context, itemIndex, { ...call, body: metadata }) }];
    }
    const field = context.text("inputDataFieldName", itemIndex, "data");
    const { bytes, mimeType } = getBinaryFile(context, item, itemIndex, field);
    return [{ json: await uploadBytes(context, itemIndex, { id, bytes, mimeType, metadata, query }) }];
  },
};
