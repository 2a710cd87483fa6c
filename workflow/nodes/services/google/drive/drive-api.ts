import { isObject } from "../../../../model/is-object.ts";
import type { JsonObject } from "../../../../model/item.ts";
import { toText } from "../../../../model/json-text.ts";
import type { NodeContext } from "../../../../model/node-context.ts";
import { setOwn } from "../../../core/fields/field-path.ts";
import { readResourceLocator } from "../../resource-locator.ts";
import { encodePathPart, type ServiceQuery } from "../../service-call.ts";
import { extractId, googleApiRequest } from "../google-api.ts";

/** The values that select the user's own drive. */
const OWN_DRIVE = new Set(["", "My Drive"]);

/** Returns the ID of a node's shared drive, or undefined for the user's own drive. */
export function getSharedDrive(
  context: NodeContext,
  itemIndex: number,
  path = "driveId",
): string | undefined {
  const { value } = readResourceLocator(context, path, itemIndex);
  return OWN_DRIVE.has(value) ? undefined : extractId(value);
}

/** Returns the parent folder, by default the root of the drive. */
export function getParentFolder(context: NodeContext, itemIndex: number): string {
  const folder = extractId(readResourceLocator(context, "folderId", itemIndex).value);
  if (folder !== "" && folder !== "root") return folder;
  return getSharedDrive(context, itemIndex) ?? "root";
}

function getPairs(context: NodeContext, itemIndex: number, path: string): JsonObject | undefined {
  const entries = context.list(path, itemIndex).filter(isObject);
  if (entries.length === 0) return undefined;
  const properties: JsonObject = {};
  for (const { key, value } of entries) setOwn(properties, toText(key ?? ""), toText(value ?? ""));
  return properties;
}

/** Returns the properties and app properties that a node sets on a file. */
export function readCustomProperties(
  context: NodeContext,
  itemIndex: number,
  options = "options",
): JsonObject {
  const properties = getPairs(context, itemIndex, `${options}.propertiesUi.propertyValues`);
  const appProperties = getPairs(context, itemIndex, `${options}.appPropertiesUi.appPropertyValues`);
  return { ...(properties && { properties }), ...(appProperties && { appProperties }) };
}

/** Returns the query options for uploading content. */
export function createUploadQuery(
  context: NodeContext,
  itemIndex: number,
  options = "options",
): ServiceQuery {
  const { keepRevisionForever, ocrLanguage, useContentAsIndexableText } = context.object(options, itemIndex);
  return {
    ...(typeof keepRevisionForever === "boolean" && { keepRevisionForever }),
    ...(typeof ocrLanguage === "string" && ocrLanguage !== "" && { ocrLanguage }),
    ...(typeof useContentAsIndexableText === "boolean" && { useContentAsIndexableText }),
  };
}

export const FOLDER_TYPE = "application/vnd.google-apps.folder";

/** The file paths, in the form that grants use. */
export const FILE_PATHS = ["/drive/v3/files/**"] as const;

/** The query parameters that are required to access files of shared drives. */
export const ALL_DRIVES = { supportsAllDrives: true } as const;

/** Returns the path of a file, or of one of its subresources. */
export const getFilePath = (id: string, more = ""): string => `/drive/v3/files/${encodePathPart(id)}${more}`;

/** Requests fields of a file's metadata. */
export function readFileFields(
  context: NodeContext,
  itemIndex: number,
  id: string,
  fields: string,
): Promise<JsonObject> {
  const query: ServiceQuery = { ...ALL_DRIVES, fields };
  return googleApiRequest(context, itemIndex, { method: "GET", path: getFilePath(id), query });
}

/** Returns selected fields in the API's format; the default is `id, name`. */
export function joinFields(chosen: unknown): string {
  const names = Array.isArray(chosen) ? chosen.filter((name) => typeof name === "string") : [];
  if (names.length === 0) return "id, name";
  return names.includes("*") ? "*" : names.join(", ");
}
