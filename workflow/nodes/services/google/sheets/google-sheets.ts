import type { NodeType } from "../../../../model/node-type.ts";
import { createServiceNode, type ServiceOperations } from "../../service-node.ts";
import { GOOGLE } from "../google-api.ts";
import {
  clearSheet,
  createSheet,
  createSpreadsheet,
  deleteRowsOrColumns,
  deleteSpreadsheet,
  removeSheet,
} from "./change-sheet.ts";
import { readRows, readRowsOnce } from "./read-rows.ts";
import { SHEETS_V1 } from "./sheets-v1.ts";

import { appendOrUpdateRows, appendRows, updateRows } from "./write-rows.ts";

const OPERATIONS: ServiceOperations = {
  "sheet.append": appendRows,
  "sheet.appendOrUpdate": appendOrUpdateRows,
  "sheet.clear": clearSheet,
  "sheet.create": createSheet,
  "sheet.delete": deleteRowsOrColumns,
  "sheet.read": readRows,
  "sheet.remove": removeSheet,
  "sheet.update": updateRows,
  "spreadsheet.create": createSpreadsheet,
  "spreadsheet.deleteSpreadsheet": deleteSpreadsheet,
};

const BEFORE_4_2: ServiceOperations = { ...OPERATIONS, "sheet.read": readRowsOnce };

/** Google Sheets: rows, sheets and spreadsheets. */
export const googleSheets: NodeType = createServiceNode({
  types: ["n8n-nodes-base.googleSheets"],
  versions: [1, 2, 3, 4, 4.1, 4.2, 4.3, 4.4, 4.5, 4.6, 4.7],
  service: GOOGLE,
  operations: (version) => (version < 3 ? SHEETS_V1 : version < 4.2 ? BEFORE_4_2 : OPERATIONS),
  standard: () => ({ resource: "sheet", operations: { sheet: "read", spreadsheet: "create" } }),
});
