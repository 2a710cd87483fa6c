import type { Item } from "../../../../model/item.ts";
import { toText } from "../../../../model/json-text.ts";
import type { ServiceOperation } from "../../service-node.ts";
import { askGoogle } from "../ask-google.ts";
import { googleId } from "../google-locator.ts";
import { ALL_DRIVES, FILE_PATHS, FOLDER_TYPE, fileFields, filePath } from "./drive-api.ts";
import { parentFolder } from "./parent-folder.ts";

/** Another file of the same content. */
export const copyFile: ServiceOperation = {
  methods: ["GET", "POST"],
  paths: FILE_PATHS,
  async each(context, itemIndex): Promise<Item[]> {
    const id = googleId(context, "fileId", itemIndex, "The file");
    const name = context.text("name", itemIndex);
    const { copyRequiresWriterPermission, description } = context.object("options", itemIndex);
    const stays = context.flag("sameFolder", itemIndex, true);
    const known = stays ? await fileFields(context, itemIndex, id, "name,parents") : {};
    const body = {
      name: name || (known.name ?? "Copy"),
      parents: stays ? (known.parents ?? []) : [parentFolder(context, itemIndex)],
      ...(copyRequiresWriterPermission !== undefined && { copyRequiresWriterPermission }),
      ...(description !== undefined && { description }),
    };
    const call = { method: "POST", path: filePath(id, "/copy"), query: ALL_DRIVES } as const;
    return [{ json: await askGoogle(context, itemIndex, { ...call, body }) }];
  },
};

/** Puts a file into another folder. */
export const moveFile: ServiceOperation = {
  methods: ["GET", "PATCH"],
  paths: FILE_PATHS,
  async each(context, itemIndex): Promise<Item[]> {
    const id = googleId(context, "fileId", itemIndex, "The file");
    const { parents } = await fileFields(context, itemIndex, id, "parents");
    const removeParents = Array.isArray(parents) ? parents.map(toText).join(",") : "";
    const json = await askGoogle(context, itemIndex, {
      method: "PATCH",
      path: filePath(id),
      query: {
        addParents: parentFolder(context, itemIndex),
        ...(removeParents !== "" && { removeParents }),
        ...ALL_DRIVES,
      },
    });
    return [{ json }];
  },
};

/** Puts a file or a folder into the trash, or deletes it for good. */
export function remove(parameter: string, what: string, shownAs: "id" | "fileId"): ServiceOperation {
  return {
    methods: ["PATCH", "DELETE"],
    paths: ["/drive/v3/files/*"],
    async each(context, itemIndex): Promise<Item[]> {
      const id = googleId(context, parameter, itemIndex, what);
      const isForGood = context.node.version < 3 || context.flag("options.deletePermanently", itemIndex);
      const call = { path: filePath(id), query: ALL_DRIVES };
      if (isForGood) await askGoogle(context, itemIndex, { ...call, method: "DELETE" });
      else await askGoogle(context, itemIndex, { ...call, method: "PATCH", body: { trashed: true } });
      return [{ json: { [shownAs]: id, success: true } }];
    },
  };
}

/** A new folder. */
export const createFolder: ServiceOperation = {
  methods: ["POST"],
  paths: ["/drive/v3/files"],
  async each(context, itemIndex): Promise<Item[]> {
    const colour = context.text("options.folderColorRgb", itemIndex);
    const isShort = context.flag("options.simplifyOutput", itemIndex, true);
    const json = await askGoogle(context, itemIndex, {
      method: "POST",
      path: "/drive/v3/files",
      query: { ...ALL_DRIVES, ...(!isShort && { fields: "*" }) },
      body: {
        name: context.text("name", itemIndex) || "Untitled",
        mimeType: FOLDER_TYPE,
        parents: [parentFolder(context, itemIndex)],
        ...(colour !== "" && { folderColorRgb: colour }),
      },
    });
    return [{ json }];
  },
};
