declare module "pdfjs-dist/legacy/build/pdf.worker.mjs" {
  /** The part of the PDF reader that unpacks and parses, used by the other part. */
  export const WorkerMessageHandler: unknown;
}
