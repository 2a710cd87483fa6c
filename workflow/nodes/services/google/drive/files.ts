import { isObject } from "../../../../model/is-object.ts";
import type { Item, JsonObject } from "../../../../model/item.ts";
import { toText } from "../../../../model/json-text.ts";
import type { NodeContext } from "../../../../model/node-context.ts";
import { createBinaryFile } from "../../../files/binary-file.ts";
import { callService, type ServiceQuery } from "../../service-call.ts";
import type { ServiceOperation } from "../../service-node.ts";
import { getGoogleId, googleApiRequest, toGoogleCall } from "../google-api.ts";
import {
  ALL_DRIVES,
  FILE_PATHS,
  FOLDER_TYPE,
  getFilePath,
  getParentFolder,
  readFileFields,
} from "./drive-api.ts";

const OFFICE = "application/vnd.openxmlformats-officedocument";
const CONVERSION = "options.googleFileConversion.conversion";

/**
 * The option that selects the export format for each kind of Google document, with the default. These documents have no
 * bytes of their own.
 */
const CONVERSIONS: Readonly<Record<string, readonly [option: string, standard: string]>> = {
  "application/vnd.google-apps.document": ["docsToFormat", `${OFFICE}.wordprocessingml.document`],
  "application/vnd.google-apps.presentation": ["slidesToFormat", `${OFFICE}.presentationml.presentation`],
  "application/vnd.google-apps.spreadsheet": ["sheetsToFormat", `${OFFICE}.spreadsheetml.sheet`],
  "application/vnd.google-apps.drawing": ["drawingsToFormat", "image/jpeg"],
};

/** Returns the export type of a document, or undefined for an ordinary file. */
function getExportType(context: NodeContext, itemIndex: number, mimeType: string): string | undefined {
  const conversion = Object.hasOwn(CONVERSIONS, mimeType) ? CONVERSIONS[mimeType] : undefined;
  return conversion && (context.text(`${CONVERSION}.${conversion[0]}`, itemIndex) || conversion[1]);
}

/** Downloads a file and keeps the item's fields. */
export const downloadFile: ServiceOperation = {
  methods: ["GET"],
  paths: FILE_PATHS,
  async each(context, itemIndex, item): Promise<Item[]> {
    const id = getGoogleId(context, "fileId", itemIndex, "The file");
    const fileFields = await readFileFields(context, itemIndex, id, "mimeType,name");
    const mimeType = toText(fileFields.mimeType ?? "");
    const exportType = getExportType(context, itemIndex, mimeType);
    const { body } = await callService(
      context,
      itemIndex,
      toGoogleCall(
        exportType === undefined
          ? { method: "GET", path: getFilePath(id), query: { alt: "media", ...ALL_DRIVES } }
          : { method: "GET", path: getFilePath(id, "/export"), query: { mimeType: exportType } },
      ),
    );
    const field =
      context.node.version < 3
        ? context.text("binaryPropertyName", itemIndex, "data")
        : context.text("options.binaryPropertyName", itemIndex) || "data";
    const file = createBinaryFile(body, {
      fileName: context.text("options.fileName", itemIndex) || toText(fileFields.name ?? ""),
      mimeType: exportType ?? mimeType,
    });
    return [{ json: item.json, binary: { ...item.binary, [field]: file } }];
  },
};

const IN_QUERY = [
  "emailMessage",
  "sendNotificationEmail",
  "transferOwnership",
  "moveToNewOwnersRoot",
  "useDomainAdminAccess",
  "enforceSingleParent",
];

function getPermission(context: NodeContext, itemIndex: number): JsonObject {
  const permissions = context.parameter("permissionsUi.permissionsValues", itemIndex);
  const first = Array.isArray(permissions) ? permissions[0] : permissions;
  const permission = isObject(first) ? first : {};
  return Object.fromEntries(Object.entries(permission).filter(([, value]) => value !== ""));
}

/** Shares a file or a folder. */
export function createShareOperation(parameter: string, what: string): ServiceOperation {
  return {
    methods: ["POST"],
    paths: ["/drive/v3/files/*/permissions"],
    async each(context, itemIndex): Promise<Item[]> {
      const id = getGoogleId(context, parameter, itemIndex, what);
      const options = context.object("options", itemIndex);
      const query: ServiceQuery = {
        ...ALL_DRIVES,
        ...Object.fromEntries(
          IN_QUERY.filter((name) => options[name] !== undefined && options[name] !== "").map((name) => [
            name,
            toText(options[name]),
          ]),
        ),
      };
      const body = getPermission(context, itemIndex);
      const path = getFilePath(id, "/permissions");
      return [{ json: await googleApiRequest(context, itemIndex, { method: "POST", path, query, body }) }];
    },
  };
}

export const copyFile: ServiceOperation = {
  methods: ["GET", "POST"],
  paths: FILE_PATHS,
  async each(context, itemIndex): Promise<Item[]> {
    const id = getGoogleId(context, "fileId", itemIndex, "The file");
    const name = context.text("name", itemIndex);
    const { copyRequiresWriterPermission, description } = context.object("options", itemIndex);
    const stays = context.flag("sameFolder", itemIndex, true);
    const fileFields = stays ? await readFileFields(context, itemIndex, id, "name,parents") : {};
    const body = {
      name: name || (fileFields.name ?? "Copy"),
      parents: stays ? (fileFields.parents ?? []) : [getParentFolder(context, itemIndex)],
      ...(copyRequiresWriterPermission !== undefined && { copyRequiresWriterPermission }),
      ...(description !== undefined && { description }),
    };
    const call = { method: "POST", path: getFilePath(id, "/copy"), query: ALL_DRIVES } as const;
    return [{ json: await googleApiRequest(context, itemIndex, { ...call, body }) }];
  },
};

/** Moves a file to another folder. */
export const moveFile: ServiceOperation = {
  methods: ["GET", "PATCH"],
  paths: FILE_PATHS,
  async each(context, itemIndex): Promise<Item[]> {
    const id = getGoogleId(context, "fileId", itemIndex, "The file");
    const { parents } = await readFileFields(context, itemIndex, id, "parents");
    const removeParents = Array.isArray(parents) ? parents.map(toText).join(",") : "";
    const json = await googleApiRequest(context, itemIndex, {
      method: "PATCH",
      path: getFilePath(id),
      query: {
        addParents: getParentFolder(context, itemIndex),
        ...(removeParents !== "" && { removeParents }),
        ...ALL_DRIVES,
      },
    });
    return [{ json }];
  },
};

/** Moves a file or a folder to the trash, or deletes it permanently. */
export function createDeleteOperation(
  parameter: string,
  what: string,
  shownAs: "id" | "fileId",
): ServiceOperation {
  return {
    methods: ["PATCH", "DELETE"],
    paths: ["/drive/v3/files/*"],
    async each(context, itemIndex): Promise<Item[]> {
      const id = getGoogleId(context, parameter, itemIndex, what);
      const isForGood = context.node.version < 3 || context.flag("options.deletePermanently", itemIndex);
      const call = { path: getFilePath(id), query: ALL_DRIVES };
      if (isForGood) await googleApiRequest(context, itemIndex, { ...call, method: "DELETE" });
      else await googleApiRequest(context, itemIndex, { ...call, method: "PATCH", body: { trashed: true } });
      return [{ json: { [shownAs]: id, success: true } }];
    },
  };
}

export const createFolder: ServiceOperation = {
  methods: ["POST"],
  paths: ["/drive/v3/files"],
  async each(context, itemIndex): Promise<Item[]> {
    const color = context.text("options.folderColorRgb", itemIndex);
    const isShort = context.flag("options.simplifyOutput", itemIndex, true);
    const json = await googleApiRequest(context, itemIndex, {
      method: "POST",
      path: "/drive/v3/files",
      query: { ...ALL_DRIVES, ...(!isShort && { fields: "*" }) },
      body: {
        name: context.text("name", itemIndex) || "Untitled",
        mimeType: FOLDER_TYPE,
        parents: [getParentFolder(context, itemIndex)],
        ...(color !== "" && { folderColorRgb: color }),
      },
    });
    return [{ json }];
  },
};
