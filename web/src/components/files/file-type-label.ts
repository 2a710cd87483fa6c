/** Formats whose media types are too long to show. */
const LABELS: Readonly<Record<string, string>> = {
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "Excel workbook",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "Word document",
  "application/vnd.openxmlformats-officedocument.presentationml.presentation": "PowerPoint presentation",
  "application/vnd.oasis.opendocument.spreadsheet": "OpenDocument spreadsheet",
  "application/vnd.oasis.opendocument.text": "OpenDocument text",
  "application/vnd.apache.parquet": "Parquet table",
  "application/octet-stream": "Unknown type",
};

/** Returns the type of a file in a form that people read. */
export function getFileTypeLabel(type: string): string {
  const [media = ""] = type.split(";");
  return LABELS[media] ?? media;
}
