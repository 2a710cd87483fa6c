export interface ParsedTable {
  readonly columns: readonly string[];
  readonly rows: ReadonlyArray<readonly string[]>;
}

export interface SortOrder {
  readonly column: number;
  readonly isDescending: boolean;
}

/** Matches numbers as tables contain them: with a sign, thousands separators, a currency or a percent sign. */
const NUMBER = /^[-+]?[$€£]?\d[\d,]*(?:\.\d+)?(?:e[-+]?\d+)?%?$/i;

function toNumber(cell: string): number {
  return Number(cell.replace(/[$€£,%]/g, ""));
}

/** Returns whether all cells of a column that are not empty are numbers. */
export function isNumericColumn({ rows }: ParsedTable, column: number): boolean {
  const cells = rows.map((row) => row[column]?.trim() ?? "").filter((cell) => cell !== "");
  return cells.length > 0 && cells.every((cell) => NUMBER.test(cell));
}

/** Returns the rows in an order: numbers by value, other cells by their text, empty cells last. */
export function sortRows(table: ParsedTable, order: SortOrder | null): ParsedTable["rows"] {
  if (order === null) return table.rows;
  const { column, isDescending } = order;
  const compareTexts = new Intl.Collator("en-US", { numeric: true }).compare;
  const isNumeric = isNumericColumn(table, column);
  return table.rows.toSorted((one, other) => {
    const [first, second] = [one[column]?.trim() ?? "", other[column]?.trim() ?? ""];
    if (first === "" || second === "") return Number(first === "") - Number(second === "");
    const result = isNumeric ? toNumber(first) - toNumber(second) : compareTexts(first, second);
    return isDescending ? -result : result;
  });
}

/** Returns the next order when a user presses the heading of a column: ascending, descending, as in the file. */
export function getNextOrder(now: SortOrder | null, column: number): SortOrder | null {
  if (now?.column !== column) return { column, isDescending: false };
  return now.isDescending ? null : { column, isDescending: true };
}

const DELIMITERS = [",", "\t", ";", "|"];

/** Returns the separator that occurs most often in the first line, outside of quotes. */
function findDelimiter(text: string): string {
  const [line = ""] = text.replace(/"[^"]*"/g, "").split("\n", 1);
  const count = (delimiter: string) => line.split(delimiter).length;
  return DELIMITERS.reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best));
}

/** Parses the text of a CSV or TSV file, whose first row has the names of the columns. */
export async function parseTable(text: string): Promise<ParsedTable> {
  const { dsvFormat } = await import("d3-dsv");
  const content = text.replace(/^\uFEFF/, "");
  const lines = dsvFormat(findDelimiter(content)).parseRows(content);
  const [columns = [], ...rows] = lines.filter((line) => line.some((cell) => cell !== ""));
  return { columns, rows };
}
