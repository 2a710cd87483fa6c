import type { Item } from "../../../../model/item.ts";
import type { NodeContext } from "../../../../model/node-context.ts";
import { readResourceLocator } from "../../resource-locator.ts";
import type { ServiceQuery } from "../../service-call.ts";
import type { ServiceOperation } from "../../service-node.ts";
import { paginateByToken, requestAllItems } from "../../service-pagination.ts";
import { extractId, toGoogleCall } from "../google-api.ts";

import { FOLDER_TYPE, getSharedDrive, joinFields } from "./drive-api.ts";

/** The API's maximum number of files per page. */
const PAGE_SIZE = 1_000;
const OWN_TYPES = "application/vnd.google-apps.";

const quoteText = (text: string) => `'${text.replace(/[\\']/g, "\\$&")}'`;

/** Returns the maximum number of files that a node requests. */
export function readFileLimit(context: NodeContext, itemIndex: number, standard = 50): number {
  if (context.flag("returnAll", itemIndex)) return Number.POSITIVE_INFINITY;
  return Math.max(1, context.number("limit", itemIndex, standard));
}

/** Lists files of the user's own drive or of a shared drive. */
export async function listFiles(
  context: NodeContext,
  itemIndex: number,
  { q, fields, limit, query }: { q: string; fields: string; limit: number; query?: ServiceQuery },
): Promise<Item[]> {
  const call = toGoogleCall({
    method: "GET",
    path: "/drive/v3/files",
    query: {
      ...(q !== "" && { q }),
      fields: `nextPageToken, files(${fields})`,
      pageSize: Math.min(limit, PAGE_SIZE),
      includeItemsFromAllDrives: true,
      supportsAllDrives: true,
      spaces: "appDataFolder, drive",
      corpora: "allDrives",
      ...query,
    },
  });
  const files = await requestAllItems(context, itemIndex, call, paginateByToken("files"), limit);
  return files.map((json) => ({ json }));
}

/** Returns the search terms of the node's filters. */
function filterTerms(context: NodeContext, itemIndex: number): string[] {
  const { whatToSearch = "all", fileTypes, includeTrashed } = context.object("filter", itemIndex);
  const folder = extractId(readResourceLocator(context, "filter.folderId", itemIndex).value);
  const terms: string[] = [];
  if (folder !== "" && folder !== "root") terms.push(`${quoteText(folder)} in parents`);
  else if (folder === "root") terms.push("'root' in parents");
  if (includeTrashed !== true) terms.push("trashed = false");
  if (whatToSearch === "folders") terms.push(`mimeType = '${FOLDER_TYPE}'`);
  if (whatToSearch === "files") {
    const types = Array.isArray(fileTypes) ? fileTypes.map(String).filter((type) => type !== "*") : [];
    const typeNames = types.map(
      (type) => `mimeType = ${quoteText(type.includes("/") ? type : OWN_TYPES + type)}`,
    );
    terms.push(typeNames.length === 0 ? `mimeType != '${FOLDER_TYPE}'` : `(${typeNames.join(" or ")})`);
  }
  return terms;
}

/** Searches files and folders by name, or by a Google query. */
export const searchFiles: ServiceOperation = {
  methods: ["GET"],
  paths: ["/drive/v3/files"],
  each(context, itemIndex): Promise<Item[]> {
    const text = context.text("queryString", itemIndex);
    const isQuery = context.text("searchMethod", itemIndex, "name") === "query";
    const wanted = text === "" ? [] : [isQuery ? text : `name contains ${quoteText(text)}`];
    const drive = getSharedDrive(context, itemIndex, "filter.driveId");
    const isShared = drive === "sharedWithMe";
    const terms = [
      ...wanted,
      ...(isShared ? ["sharedWithMe = true"] : []),
      ...filterTerms(context, itemIndex),
    ];
    return listFiles(context, itemIndex, {
      q: terms.join(" and "),
      fields: joinFields(context.parameter("options.fields", itemIndex)),
      limit: readFileLimit(context, itemIndex),
      query: drive !== undefined && !isShared ? { corpora: "drive", driveId: drive } : {},
    });
  },
};
