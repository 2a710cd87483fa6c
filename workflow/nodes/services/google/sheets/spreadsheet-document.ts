import { isObject } from "../../../../model/is-object.ts";
import type { Item } from "../../../../model/item.ts";
import { inPath } from "../../service-call.ts";
import type { ServiceOperation } from "../../service-node.ts";
import { askGoogle } from "../ask-google.ts";
import { googleId } from "../google-locator.ts";
import { SHEETS_PATHS } from "./sheets-api.ts";

/** A new document, with the sheets that are named. */
export const createSpreadsheet: ServiceOperation = {
  methods: ["POST"],
  paths: ["/v4/spreadsheets", ...SHEETS_PATHS],
  async each(context, itemIndex): Promise<Item[]> {
    const { locale, autoRecalc } = context.object("options", itemIndex);
    const sheets = context
      .list("sheetsUi.sheetValues", itemIndex)
      .filter(isObject)
      .map(({ title, hidden }) => ({ properties: { title: title ?? "", hidden: hidden === true } }));
    const answer = await askGoogle(context, itemIndex, {
      method: "POST",
      path: "/v4/spreadsheets",
      body: {
        properties: {
          title: context.text("title", itemIndex),
          ...(autoRecalc !== undefined && { autoRecalc }),
          ...(locale !== undefined && { locale }),
        },
        ...(sheets.length > 0 && { sheets }),
      },
    });
    return [{ json: answer }];
  },
};

/** Deletes a document: it is a file of Google Drive. */
export const deleteSpreadsheet: ServiceOperation = {
  methods: ["DELETE"],
  paths: ["/drive/v3/files/*"],
  async each(context, itemIndex): Promise<Item[]> {
    const id = googleId(context, "documentId", itemIndex, "The document");
    await askGoogle(context, itemIndex, {
      method: "DELETE",
      path: `/drive/v3/files/${inPath(id)}`,
      query: { supportsAllDrives: true },
    });
    return [{ json: { success: true } }];
  },
};
