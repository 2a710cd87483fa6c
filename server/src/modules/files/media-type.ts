import { fileTypeFromBuffer } from "file-type";
import { getExtension } from "./file-name.ts";

/**
 * The number of first bytes that tell the type: the library needs 4,100, and no more, so that a compressed part cannot
 * expand to much.
 */
export const TYPE_SAMPLE_BYTES = 4_100;

const UNKNOWN = "application/octet-stream";

/** The types of text files by their extension. Any other text is plain text. */
const TEXT_TYPES: Readonly<Record<string, string>> = {
  csv: "text/csv",
  htm: "text/html",
  html: "text/html",
  json: "application/json",
  markdown: "text/markdown",
  md: "text/markdown",
  svg: "image/svg+xml",
  tsv: "text/tab-separated-values",
  xhtml: "application/xhtml+xml",
  xml: "application/xml",
};

/** The types of ZIP archives with a fixed structure. Their first bytes do not always show which one it is. */
const ARCHIVE_TYPES: Readonly<Record<string, string>> = {
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  epub: "application/epub+zip",
  odp: "application/vnd.oasis.opendocument.presentation",
  ods: "application/vnd.oasis.opendocument.spreadsheet",
  odt: "application/vnd.oasis.opendocument.text",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

/** The beginning of a page, whatever its name claims: after white space, comments and an XML declaration. */
const MARKUP =
  /^\s*(?:<\?xml[^>]*>\s*|<!--[\s\S]*?-->\s*)*<(!doctype\s+)?(html|svg|script|body|head|iframe)\b/i;
/** Control characters that occur in no text. Tabs, line breaks, form feeds and escapes do. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find.
const BINARY = /[\u0000-\u0008\u000b\u000e-\u001a\u001c-\u001f]/;

/**
 * Determines the media type of a file from its first bytes. What the client claims is ignored, except that the extension
 * tells kinds of text apart.
 */
export async function detectMediaType(head: Buffer, name: string): Promise<string> {
  const extension = getExtension(name);
  const found = await recognize(head);
  if (found === "application/zip") return ARCHIVE_TYPES[extension] ?? found;
  if (found !== undefined && found !== "application/xml") return found;
  const text = decodeText(head);
  if (text === undefined) return found ?? UNKNOWN;
  const markup = MARKUP.exec(text)?.[2]?.toLowerCase();
  if (markup !== undefined) return markup === "svg" ? "image/svg+xml" : "text/html";
  return TEXT_TYPES[extension] ?? found ?? "text/plain";
}

async function recognize(head: Buffer): Promise<string | undefined> {
  try {
    return (await fileTypeFromBuffer(head))?.mime;
  } catch {
    // The library can fail on a file that is damaged, or longer than the sample.
    return undefined;
  }
}

/** Returns the text, or undefined for bytes that are not text in UTF-8. The last character may be cut off. */
function decodeText(head: Buffer): string | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: true });
    return BINARY.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}
