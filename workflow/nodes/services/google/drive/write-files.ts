import type { Item } from "../../../../model/item.ts";
import { fileOf } from "../../../files/binary-file.ts";
import type { ServiceOperation } from "../../service-node.ts";
import { askGoogle } from "../ask-google.ts";
import { googleId } from "../google-locator.ts";
import { ALL_DRIVES, chosenFields, FILE_PATHS, filePath } from "./drive-api.ts";
import { keepingQuery, ownProperties } from "./file-properties.ts";
import { parentFolder } from "./parent-folder.ts";
import { UPLOAD_PATHS, upload } from "./upload.ts";

/** Puts a file of an item into a folder. */
export const uploadFile: ServiceOperation = {
  methods: ["POST"],
  paths: UPLOAD_PATHS,
  async each(context, itemIndex, item): Promise<Item[]> {
    const field = context.text("inputDataFieldName", itemIndex, "data");
    const { bytes, mimeType, fileName } = fileOf(context, item, itemIndex, field);
    const name = context.text("name", itemIndex) || fileName;
    const isShort = context.flag("options.simplifyOutput", itemIndex);
    const json = await upload(context, itemIndex, {
      bytes,
      mimeType,
      metadata: {
        ...(name !== undefined && { name }),
        ...(fileName !== undefined && { originalFilename: fileName }),
        mimeType,
        parents: [parentFolder(context, itemIndex)],
        ...ownProperties(context, itemIndex),
      },
      query: { ...keepingQuery(context, itemIndex), ...(!isShort && { fields: "*" }) },
    });
    return [{ json }];
  },
};

/** Writes a text into a new file, or a new document. */
export const createFromText: ServiceOperation = {
  methods: ["POST"],
  paths: UPLOAD_PATHS,
  async each(context, itemIndex): Promise<Item[]> {
    const isDocument = context.flag("options.convertToGoogleDocument", itemIndex);
    const json = await upload(context, itemIndex, {
      bytes: Buffer.from(context.text("content", itemIndex)),
      mimeType: "text/plain",
      metadata: {
        name: context.text("name", itemIndex) || "Untitled",
        parents: [parentFolder(context, itemIndex)],
        mimeType: isDocument ? "application/vnd.google-apps.document" : "text/plain",
        ...ownProperties(context, itemIndex),
      },
      query: keepingQuery(context, itemIndex),
    });
    return [{ json }];
  },
};

/** Changes a file's name, place or content. */
export const updateFile: ServiceOperation = {
  methods: ["PATCH"],
  paths: [...FILE_PATHS, ...UPLOAD_PATHS],
  async each(context, itemIndex, item): Promise<Item[]> {
    const id = googleId(context, "fileId", itemIndex, "The file");
    const name = context.text("newUpdatedFileName", itemIndex);
    const trashed = context.parameter("options.trashed", itemIndex);
    const metadata = {
      ...(name !== "" && { name }),
      ...(trashed !== undefined && { trashed: Boolean(trashed) }),
      ...ownProperties(context, itemIndex),
    };
    const query = {
      ...keepingQuery(context, itemIndex),
      fields: chosenFields(context.parameter("options.fields", itemIndex)),
    };
    if (!context.flag("changeFileContent", itemIndex)) {
      const call = { method: "PATCH", path: filePath(id), query: { ...ALL_DRIVES, ...query } } as const;
      return [{ json: await askGoogle(context, itemIndex, { ...call, body: metadata }) }];
    }
    const field = context.text("inputDataFieldName", itemIndex, "data");
    const { bytes, mimeType } = fileOf(context, item, itemIndex, field);
    return [{ json: await upload(context, itemIndex, { id, bytes, mimeType, metadata, query }) }];
  },
};
