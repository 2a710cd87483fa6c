import { isObject } from "../../../../model/is-object.ts";
import type { JsonObject } from "../../../../model/item.ts";
import { toText } from "../../../../model/json-text.ts";
import type { NodeContext } from "../../../../model/node-context.ts";
import { type InputRow, toCell } from "./input-rows.ts";
import type { SelectedSheet } from "./selected-sheet.ts";
import { parseTable, type SheetTable } from "./sheet-table.ts";
import { type Cells, toA1Range, toColumnLetters } from "./sheets-api.ts";

/** The field in which the node outputs the row number. It is written only if the sheet has a column with this name. */
const ROW_NUMBER = "row_number";

/** Collects changes to a sheet. New columns are added to the header. */
export class SheetWriter {
  readonly #context: NodeContext;
  readonly #sheet: SelectedSheet;
  readonly #headerRow: number;
  readonly #inputOption: string;
  readonly #changes: { range: string; values: Cells }[] = [];
  readonly table: SheetTable;
  #lastRow: number;
  #known: number;

  private constructor(context: NodeContext, sheet: SelectedSheet, cells: Cells) {
    const { version } = context.node;
    this.#context = context;
    this.#sheet = sheet;
    this.#headerRow = context.number("options.locationDefine.values.headerRow", 0, 1);
    this.#inputOption = context.text("options.cellFormat", 0, version >= 4.1 ? "USER_ENTERED" : "RAW");
    const firstDataRow = context.number("options.locationDefine.values.firstDataRow", 0, this.#headerRow + 1);
    this.table = parseTable(cells, { row: 1, column: 1, headerRow: this.#headerRow, firstDataRow }) ?? {
      firstColumn: 1,
      headerRow: this.#headerRow,
      columns: [],
      rows: [],
    };
    this.#known = this.table.columns.length;
    this.#lastRow = Math.max(cells.length, this.#headerRow, firstDataRow - 1);
  }

  static async open(context: NodeContext, sheet: SelectedSheet): Promise<SheetWriter> {
    const cells = await sheet.book.readValues(toA1Range(sheet.title), {
      general: "UNFORMATTED_VALUE",
      date: "FORMATTED_STRING",
    });
    return new SheetWriter(context, sheet, cells);
  }

  /** Throws if the sheet no longer has a column of the node's schema, because the values would go to other columns. */
  refuseRenamedColumns(): void {
    if (this.table.columns.length === 0) return;
    const renamed = this.#context
      .list("columns.schema", 0)
      .filter(isObject)
      .map(({ id }) => id)
      .filter((id) => typeof id === "string" && id !== ROW_NUMBER && !this.table.columns.includes(id));
    if (renamed.length > 0)
      throw this.#context.failure(
        `Column names were updated after the node's setup: ${renamed.map(toText).join(", ")}`,
        {
          field: "columns.schema",
        },
      );
  }

  /** Adds, ignores or refuses a row's new columns, depending on the node's options. */
  #admit({ values, itemIndex }: InputRow): void {
    const handling = this.#context.text("options.handlingExtraData", 0, "insertInNewColumn");
    const extra = Object.keys(values).filter(
      (name) => name !== ROW_NUMBER && !this.table.columns.includes(name),
    );
    if (extra.length === 0 || (handling === "ignoreIt" && this.#known > 0)) return;
    if (handling === "error" && this.#known > 0)
      throw this.#context.failure(`Unexpected fields in node input: ${extra.join(", ")}`, { itemIndex });
    this.table.columns.push(...extra);
  }

  /** Updates the given cells of an existing row. */
  update(row: InputRow, number: number): void {
    this.#admit(row);
    for (const [name, value] of Object.entries(row.values)) {
      const index = this.table.columns.indexOf(name);
      if (index < 0 || value === null) continue;
      this.#changes.push({ range: this.#range(index + 1, number), values: [[toCell(value)]] });
    }
  }

  /** Appends a row after the last row. */
  append(row: InputRow): void {
    this.#admit(row);
    this.#lastRow += 1;
    const cells = this.#cells(row.values);
    this.#changes.push({ range: this.#range(1, this.#lastRow, cells.length), values: [cells] });
  }

  #cells(values: JsonObject) {
    return this.table.columns.map((name) => (Object.hasOwn(values, name) ? toCell(values[name]) : ""));
  }

  #range(column: number, row: number, width = 1): string {
    const first = `${toColumnLetters(column)}${row}`;
    const last = width > 1 ? `:${toColumnLetters(column + width - 1)}${row}` : "";
    return toA1Range(this.#sheet.title, first + last);
  }

  /** Writes new column names into the header row. */
  #newNames(): { range: string; values: Cells }[] {
    const names = this.table.columns.slice(this.#known);
    if (names.length === 0) return [];
    return [{ range: this.#range(this.#known + 1, this.#headerRow, names.length), values: [names] }];
  }

  /** Adds rows and columns to the sheet if the values need them. */
  async #grow(): Promise<void> {
    const { id, rowCount, columnCount, book } = this.#sheet;
    const missing = [
      { dimension: "ROWS", length: this.#lastRow - rowCount },
      { dimension: "COLUMNS", length: this.table.columns.length - columnCount },
    ].filter(({ length }) => length > 0);
    if (missing.length > 0)
      await book.change(missing.map((more) => ({ appendDimension: { sheetId: id, ...more } })));
  }

  /** Appends rows with Google's API, which finds the end of the table. */
  async sendToEnd(rows: readonly InputRow[]): Promise<void> {
    for (const row of rows) this.#admit(row);
    await this.#sheet.book.write(this.#newNames(), this.#inputOption);
    const range = toA1Range(this.#sheet.title, `A${this.#headerRow}`);
    await this.#sheet.book.append(
      range,
      rows.map(({ values }) => this.#cells(values)),
      this.#inputOption,
    );
  }

  /** Sends the collected changes. */
  async save(): Promise<void> {
    await this.#grow();
    await this.#sheet.book.write([...this.#newNames(), ...this.#changes], this.#inputOption);
  }
}
