import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { JsonObject } from "../../../model/item.ts";
import { plainRecord } from "../plain-json.ts";
import { refuseSwellingPdf } from "./pdf-bounds.ts";

export interface PdfOptions {
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
      info: plainRecord(info),
      ...(typeof said === "object" && said !== null && { metadata: plainRecord(said) }),
      text: options.joinPages ? pages.join("\n\n") : pages,
      version: reader.version,
    };
  } finally {
    await loading.destroy();
  }
}
