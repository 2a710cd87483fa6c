import type { JsonValue } from "@stoa/runtime/protocol";
import { isObject } from "../../../../model/is-object.ts";
import type { JsonObject } from "../../../../model/item.ts";
import type { NodeContext } from "../../../../model/node-context.ts";
import { encodePathPart, type ServiceQuery } from "../../service-call.ts";
import { googleApiRequest } from "../google-api.ts";

/** Returns the name of a column, such as `AA` for 27. */
export function toColumnLetters(number: number): string {
  let letters = "";
  for (let left = number; left > 0; left = Math.floor((left - 1) / 26))
    letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters;
  return letters;
}

/** Returns the number of a column, such as 27 for `AA`, or 0 if `letters` is not a column name. */
export function toColumnNumber(letters: string): number {
  if (!/^[a-z]{1,3}$/i.test(letters)) return 0;
  return [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

/** Returns a range of the sheet with this title in A1 notation. */
export function toA1Range(title: string, part = ""): string {
  const quoted = `'${title.replaceAll("'", "''")}'`;
  return part === "" ? quoted : `${quoted}!${part}`;
}

/** Returns the first row and column of a range, both counted from 1. */
export function parseRangeStart(range: string): { column: number; row: number } {
  const cell = (range.includes("!") ? range.slice(range.lastIndexOf("!") + 1) : range).split(":")[0] ?? "";
  const [, letters = "", digits = ""] = /^\$?([a-z]*)\$?(\d*)$/i.exec(cell.trim()) ?? [];
  return { column: toColumnNumber(letters) || 1, row: Number(digits) || 1 };
}

/** The paths of the API, in the form that grants use. */
export const SHEETS_PATHS = ["/v4/spreadsheets/**"] as const;

export type Cells = JsonValue[][];

/** Calls the API for a spreadsheet on behalf of one item. */
export class Spreadsheet {
  readonly #context: NodeContext;
  readonly #itemIndex: number;
  readonly id: string;

  constructor(context: NodeContext, itemIndex: number, id: string) {
    this.#context = context;
    this.#itemIndex = itemIndex;
    this.id = id;
  }

  /** Returns the `properties` of the spreadsheet's sheets, in order. */
  async listSheets(): Promise<JsonObject[]> {
    const { sheets } = await this.#ask("GET", "", { query: { fields: "sheets.properties" } });
    return (Array.isArray(sheets) ? sheets : [])
      .map((sheet) => (isObject(sheet) ? (sheet.properties ?? null) : null))
      .filter(isObject);
  }

  /** Returns the cells of a range. Each row ends with its last value. */
  async readValues(range: string, rendered: { general: string; date: string }): Promise<Cells> {
    const { values } = await this.#ask("GET", `/values/${encodePathPart(range)}`, {
      query: { valueRenderOption: rendered.general, dateTimeRenderOption: rendered.date },
    });
    return Array.isArray(values) ? values.map((row) => (Array.isArray(row) ? row : [])) : [];
  }

  async write(ranges: readonly { range: string; values: Cells }[], inputOption: string): Promise<void> {
    if (ranges.length === 0) return;
    await this.#ask("POST", "/values:batchUpdate", {
      body: { data: ranges.map((each) => ({ ...each })), valueInputOption: inputOption },
    });
  }

  /** Appends rows after a range. */
  async append(range: string, values: Cells, inputOption: string): Promise<JsonObject> {
    return this.#ask("POST", `/values/${encodePathPart(range)}:append`, {
      query: { valueInputOption: inputOption },
      body: { range, values },
    });
  }

  async clear(range: string): Promise<JsonObject> {
    return this.#ask("POST", `/values/${encodePathPart(range)}:clear`, { body: { range } });
  }

  /** Updates the spreadsheet's structure: sheets, rows and columns. */
  async change(requests: readonly JsonObject[]): Promise<JsonObject> {
    return this.#ask("POST", ":batchUpdate", { body: { requests: [...requests] } });
  }

  #ask(method: "GET" | "POST", path: string, more: { query?: ServiceQuery; body?: JsonValue }) {
    return googleApiRequest(this.#context, this.#itemIndex, {
      method,
      path: `/v4/spreadsheets/${encodePathPart(this.id)}${path}`,
      ...more,
    });
  }
}
