import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { constants, inflateSync } from "node:zlib";
import type { JsonObject } from "../../../model/item.ts";
import { toPlainRecord } from "../plain-json.ts";

/** What one part of a document may unpack to: a long book's text is a tenth of it. */
const MAX_STREAM_BYTES = 32 * 1024 * 1024;
/** Parts packed in the older way can swell by thousands; real ones are small. */
const MAX_LZW_BYTES = 256 * 1024;
/** Room for the words before a part that say how it is packed. */
const DICTIONARY_CHARS = 2_000;

const tooLarge = () =>
  new Error(`The PDF holds a part that unpacks to more than ${MAX_STREAM_BYTES / 1_048_576} MB`);

function refuseBomb(packed: Uint8Array): void {
  try {
    inflateSync(packed, { maxOutputLength: MAX_STREAM_BYTES, finishFlush: constants.Z_SYNC_FLUSH });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE") throw tooLarge();
    // What is damaged or encrypted does not unpack here: the reader says so where it matters.
  }
}

/**
 * Looks at the packed parts of a PDF before it is read: its reader knows no bounds.
 * @throws Error where one would unpack to too much.
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
    if (filters.length > 1) throw new Error("The PDF holds a part that is packed more than once");
    if (filters[0]?.startsWith("/LZW") && packed.length > MAX_LZW_BYTES) throw tooLarge();
    if (filters[0]?.startsWith("/Fl")) refuseBomb(packed);
  }
}

interface PdfOptions {
  /** One text, with an empty line between pages; else a list of pages. */
  joinPages: boolean;
  /** 0: all. */
  maxPages: number;
  password: string;
}

/** A long book. */
const MOST_PAGES = 2_000;

/** Tables that texts in Asian scripts are read by, where the package lies beside us. */
function characterMaps(): { cMapUrl: string; cMapPacked: true } | undefined {
  try {
    const folder = dirname(createRequire(import.meta.url).resolve("pdfjs-dist/package.json"));
    return { cMapUrl: `${join(folder, "cmaps")}/`, cMapPacked: true };
  } catch {
    return undefined;
  }
}

/** Loaded with the first PDF: it is the largest of all libraries here. */
async function loadReader() {
  // Its second half would be looked for as a file of its own beside it, and run in a thread.
  const worker = await import("pdfjs-dist/legacy/build/pdf.worker.mjs");
  Object.assign(globalThis, { pdfjsWorker: worker });
  return import("pdfjs-dist/legacy/build/pdf.mjs");
}

type Reader = Awaited<ReturnType<typeof loadReader>>;
type Page = Awaited<ReturnType<Awaited<ReturnType<Reader["getDocument"]>["promise"]>["getPage"]>>;

/** A page's pieces of text; one that stands on another height begins a line. */
async function textOf(page: Page): Promise<string> {
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

/** What a PDF says, and what it says of itself. @throws Error in words for the author. */
export async function readPdf(bytes: Uint8Array, options: PdfOptions): Promise<JsonObject> {
  refuseSwellingPdf(bytes);
  const reader = await loadReader();
  const loading = reader.getDocument({
    // The reader takes what it is given away from us.
    data: new Uint8Array(bytes),
    isEvalSupported: false,
    useSystemFonts: false,
    disableFontFace: true,
    verbosity: 0,
    ...characterMaps(),
    ...(options.password !== "" && { password: options.password }),
  });
  try {
    const document = await loading.promise;
    const { info, metadata } = await document.getMetadata();
    const asked = options.maxPages > 0 ? Math.min(options.maxPages, document.numPages) : document.numPages;
    if (asked > MOST_PAGES) throw new Error(`The PDF has more than ${MOST_PAGES} pages`);
    const pages: string[] = [];
    for (let number = 1; number <= asked; number += 1) {
      const page = await document.getPage(number);
      pages.push(await textOf(page));
      page.cleanup();
    }
    const said: unknown = metadata?.getAll();
    return {
      numpages: document.numPages,
      numrender: asked,
      info: toPlainRecord(info),
      ...(typeof said === "object" && said !== null && { metadata: toPlainRecord(said) }),
      text: options.joinPages ? pages.join("\n\n") : pages,
      version: reader.version,
    };
  } finally {
    await loading.destroy();
  }
}
