import type { JsonObject } from "../../../model/item.ts";
import { AIRTABLE_NODES } from "./index.ts";

const [node] = AIRTABLE_NODES;
if (!node) throw new Error("there is no node for Airtable");

export const airtable = node;

export const TABLE = {
  base: { __rl: true, mode: "list", value: "app1", cachedResultName: "Shop" },
  table: { __rl: true, mode: "id", value: "tbl1" },
};
export const OLD = { application: "app1", table: "Orders of May" };
export const record = (id: string, fields: JsonObject) => ({
  id,
  createdTime: "2026-01-01T00:00:00.000Z",
  fields,
});
export const flat = (id: string, fields: JsonObject) => ({
  id,
  createdTime: "2026-01-01T00:00:00.000Z",
  ...fields,
});
