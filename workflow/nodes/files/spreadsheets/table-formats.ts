import type { BookType } from "@e965/xlsx";

/** Spreadsheet formats that can be written. */
export const TABLE_FORMATS: readonly BookType[] = ["csv", "html", "ods", "rtf", "xls", "xlsx"];
