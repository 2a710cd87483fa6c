import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { constants, inflateSync } from "node:zlib";
import type { JsonObject } from "../../../model/item.ts";
import { toPlainRecord } from "../plain-json.ts";

/** The maximum unpacked size of one part of a document: ten times the text of a long book. */
const MAX_STREAM_BYTES = 32 * 1024 * 1024;
/**
 * The maximum size of an LZW-compressed part, which can unpack to thousands of times its size. In real documents these
 * parts are small.
 */
const MAX_LZW_BYTES = 256 * 1024;
/** The maximum length of the dictionary before a part, which describes the part's compression. */
const DICTIONARY_CHARS = 2_000;

const createTooLargeError = () =>
  new Error(
    `The PDF has a part that unpacks to more than ${MAX_STREAM_BYTES / 1_048_576} MB. Use a smaller file`,
  );

function refuseBomb(packed: Uint8Array): void {
  try {
    inflateSync(packed, { maxOutputLength: MAX_STREAM_BYTES, finishFlush: constants.Z_SYNC_FLUSH });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE")
      throw createTooLargeError();
    // Damaged or encrypted parts do not unpack here. The PDF reader reports them if it needs them.
  }
}

/**
 * Checks the compressed parts of a PDF before it is read, because the PDF reader has no limits.
 * @throws Error if a part would unpack to too much
 */
function refuseSwellingPdf(bytes: Uint8Array): void {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = file.indexOf("stream"); at !== -1; at = file.indexOf("stream", at + 6)) {
    if (file.subarray(at - 3, at).toString("latin1") === "end") continue;
    const before = file.subarray(Math.max(0, at - DICTIONARY_CHARS), at).toString("latin1");
    const dictionary = before.slice(before.lastIndexOf("obj"));
    const end = file.indexOf("endstream", at);
    const begin = at + (file[at + 6] === 0x0d ? 8 : 7);
    const packed = file.subarray(begin, end === -1 ? file.length : end);
    const filters = dictionary.match(/\/(?:Fl|FlateDecode|LZWDecode|LZW)\b/g) ?? [];
    if (filters.length > 1)
      throw new Error(
        "The PDF has a part that is compressed more than once, which is not supported. Save it again with another program",
      );
    if (filters[0]?.startsWith("/LZW") && packed.length > MAX_LZW_BYTES) throw createTooLargeError();
    if (filters[0]?.startsWith("/Fl")) refuseBomb(packed);
  }
}

interface PdfOptions {
  /** Whether to join the pages to one string, separated by empty lines, instead of returning a list. */
  joinPages: boolean;
  /** The maximum number of pages; 0 means all. */
  maxPages: number;
  password: string;
}

/** The maximum number of pages. A long book has fewer. */
const MOST_PAGES = 2_000;

/**
 * Returns the location of the character maps for Asian scripts in the package's folder. Returns undefined if there is
 * no such folder.
 */
function findCharacterMaps(): { cMapUrl: string; cMapPacked: true } | undefined {
  try {
    const folder = dirname(createRequire(import.meta.url).resolve("pdfjs-dist/package.json"));
    return { cMapUrl: `${join(folder, "cmaps")}/`, cMapPacked: true };
  } catch {
    return undefined;
  }
}

/** Loads the reader with the first PDF, because it is the largest library. */
async function loadReader() {
  // Without this import, the reader would load its worker from a separate file and start a thread.
  const worker = await import("pdfjs-dist/legacy/build/pdf.worker.mjs");
  Object.assign(globalThis, { pdfjsWorker: worker });
  return import("pdfjs-dist/legacy/build/pdf.mjs");
}

type Reader = Awaited<ReturnType<typeof loadReader>>;
type Page = Awaited<ReturnType<Awaited<ReturnType<Reader["getDocument"]>["promise"]>["getPage"]>>;

/** Joins the parts of a page's text. A part at a different height begins a new line. */
async function readPageText(page: Page): Promise<string> {
  const { items } = await page.getTextContent();
  let height: unknown;
  let text = "";
  for (const item of items) {
    if (!("str" in item)) continue;
    const [, , , , , y] = item.transform as unknown[];
    if (height !== undefined && y !== height) text += "\n";
    text += item.str;
    height = y;
  }
  return text;
}

/** Returns a PDF's text and metadata. @throws Error with a message for the author */
export async function readPdf(bytes: Uint8Array, options: PdfOptions): Promise<JsonObject> {
  refuseSwellingPdf(bytes);
  const reader = await loadReader();
  const loading = reader.getDocument({
    // The reader transfers the buffer that it receives, so pass a copy.
    data: new Uint8Array(bytes),
    isEvalSupported: false,
    useSystemFonts: false,
    disableFontFace: true,
    verbosity: 0,
    ...findCharacterMaps(),
    ...(options.password !== "" && { password: options.password }),
  });
  try {
    const document = await loading.promise;
    const { info, metadata } = await document.getMetadata();
    const pageCount =
      options.maxPages > 0 ? Math.min(options.maxPages, document.numPages) : document.numPages;
    if (pageCount > MOST_PAGES)
      throw new Error(`The PDF has more than ${MOST_PAGES} pages. Set a maximum number of pages`);
    const pages: string[] = [];
    for (let number = 1; number <= pageCount; number += 1) {
      const page = await document.getPage(number);
      pages.push(await readPageText(page));
      page.cleanup();
    }
    const entries: unknown = metadata?.getAll();
    return {
      numpages: document.numPages,
      numrender: pageCount,
      info: toPlainRecord(info),
      ...(typeof entries === "object" && entries !== null && { metadata: toPlainRecord(entries) }),
      text: options.joinPages ? pages.join("\n\n") : pages,
      version: reader.version,
    };
  } finally {
    await loading.destroy();
  }
}
