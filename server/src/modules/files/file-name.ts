import { FILE_LIMITS } from "@stoa/contract";

/**
 * Control characters, NUL, bidi controls, unpaired surrogates, private characters and characters without a meaning. The
 * joiners remain: Persian words and many emoji need them.
 */
const INVISIBLE = /(?![\u200c\u200d])[\p{C}\u2028\u2029]/gu;
/** Everything up to the last separator, of Windows or Linux. */
const FOLDERS = /^.*[/\\]/s;
/** A name of dots is a folder, and leading dots hide a file. Windows ignores dots and spaces at the end. */
const EDGES = /^[.\s\u200c\u200d]+|[.\s\u200c\u200d]+$/g;
const EXTENSION = /\.[^.\s]{1,16}$/u;

/**
 * Returns the name that a file is stored and shown with: without folders and invisible characters, never empty, and at
 * most 255 bytes long. A name that is too long keeps its extension.
 */
export function cleanFileName(name: string): string {
  const clean = name.normalize("NFC").replace(INVISIBLE, "").replace(FOLDERS, "").replace(EDGES, "");
  if (clean === "") return "file";
  const extension = EXTENSION.exec(clean)?.[0] ?? "";
  const stem = clean.slice(0, clean.length - extension.length);
  if (stem === "") return `file${extension}`;
  return cutBytes(stem, FILE_LIMITS.nameMaxBytes - Buffer.byteLength(extension)) + extension;
}

/** Returns the extension of a clean name in lower case, without the dot. */
export function getExtension(name: string): string {
  return EXTENSION.exec(name)?.[0].slice(1).toLowerCase() ?? "";
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Cuts a text to a number of bytes in UTF-8, without cutting a character that people see as one. */
function cutBytes(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text;
  let bytes = 0;
  let end = 0;
  for (const { segment, index } of graphemes.segment(text)) {
    bytes += Buffer.byteLength(segment);
    if (bytes > maxBytes) break;
    end = index + segment.length;
  }
  return text.slice(0, end).trimEnd();
}
