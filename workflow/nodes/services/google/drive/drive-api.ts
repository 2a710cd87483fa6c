import { isObject } from "../../../../model/is-object.ts";
import type { JsonObject } from "../../../../model/item.ts";
import { toText } from "../../../../model/json-text.ts";
import type { NodeContext } from "../../../../model/node-context.ts";
import { setOwn } from "../../../core/fields/field-path.ts";
import { readResourceLocator } from "../../resource-locator.ts";
import { encodePathPart, type ServiceQuery } from "../../service-call.ts";
import { extractId, googleApiRequest } from "../google-api.ts";

/** How a person's own drive is named in lists. */
const OWN_DRIVE = new Set(["", "My Drive"]);

/** The shared drive that a node names; undefined for one's own. */
export function getSharedDrive(
  context: NodeContext,
  itemIndex: number,
  path = "driveId",
): string | undefined {
  const { value } = readResourceLocator(context, path, itemIndex);
  return OWN_DRIVE.has(value) ? undefined : extractId(value);
}

/** The folder that something is put into: the root of its drive where none is named. */
export function getParentFolder(context: NodeContext, itemIndex: number): string {
  const folder = extractId(readResourceLocator(context, "folderId", itemIndex).value);
  if (folder !== "" && folder !== "root") return folder;
  return getSharedDrive(context, itemIndex) ?? "root";
}

function pairs(context: NodeContext, itemIndex: number, path: string): JsonObject | undefined {
  const given = context.list(path, itemIndex).filter(isObject);
  if (given.length === 0) return undefined;
  const properties: JsonObject = {};
  for (const { key, value } of given) setOwn(properties, toText(key ?? ""), toText(value ?? ""));
  return properties;
}

/** Properties of people and of programs that a node gives to a file. */
export function readCustomProperties(
  context: NodeContext,
  itemIndex: number,
  options = "options",
): JsonObject {
  const properties = pairs(context, itemIndex, `${options}.propertiesUi.propertyValues`);
  const appProperties = pairs(context, itemIndex, `${options}.appPropertiesUi.appPropertyValues`);
  return { ...(properties && { properties }), ...(appProperties && { appProperties }) };
}

/** How Google is to keep a file's content. */
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

/** Paths of files, as a grant names them. */
export const FILE_PATHS = ["/drive/v3/files/**"] as const;

/** Without it files of shared drives cannot be seen. */
export const ALL_DRIVES = { supportsAllDrives: true } as const;

/** The path of one file, or of what belongs to it. */
export const getFilePath = (id: string, more = ""): string => `/drive/v3/files/${encodePathPart(id)}${more}`;

/** What is known of a file. */
export function readFileFields(
  context: NodeContext,
  itemIndex: number,
  id: string,
  fields: string,
): Promise<JsonObject> {
  const query: ServiceQuery = { ...ALL_DRIVES, fields };
  return googleApiRequest(context, itemIndex, { method: "GET", path: getFilePath(id), query });
}

/** Fields that an author chose, as the API wants them; `id, name` where none are chosen. */
export function joinFields(chosen: unknown): string {
  const names = Array.isArray(chosen) ? chosen.filter((name) => typeof name === "string") : [];
  if (names.length === 0) return "id, name";
  return names.includes("*") ? "*" : names.join(", ");
}
