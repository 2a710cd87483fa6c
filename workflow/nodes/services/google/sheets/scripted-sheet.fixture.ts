import type { JsonValue } from "@stoa/runtime/protocol";
import {
  createScriptedService,
  type ScriptedService,
  type ServiceRequest,
} from "../../scripted-service.fixture.ts";

/**
 * Creates a spreadsheet `doc1` with the sheets `Stock` (gid 7, given cells) and `Other` (gid 0) that records
 * requests.
 */
export function createScriptedSheet(cells: JsonValue[][], rowCount = 1000): ScriptedService {
  const sheet = (sheetId: number, title: string) => ({
    properties: { sheetId, title, gridProperties: { rowCount, columnCount: 26 } },
  });
  return createScriptedService(({ method, path }) => {
    if (method === "GET" && path === "/v4/spreadsheets/doc1")
      return { body: { sheets: [sheet(0, "Other"), sheet(7, "Stock")] } };
    if (method === "GET" && path.startsWith("/v4/spreadsheets/doc1/values/"))
      return { body: { range: "Stock!A1:Z1000", majorDimension: "ROWS", values: cells } };
    if (method === "POST") return { body: { spreadsheetId: "doc1", replies: [{}] } };
    return { status: 404, body: { error: { code: 404, message: "Requested entity was not found." } } };
  });
}

/** Returns the requests that write, each as the path after the spreadsheet and the body. */
export function listWrites(requests: readonly ServiceRequest[]): [path: string, body: unknown][] {
  return requests
    .filter(({ method }) => method !== "GET")
    .map(({ path, body }) => [decodeURIComponent(path).replace("/v4/spreadsheets/doc1", ""), body]);
}
