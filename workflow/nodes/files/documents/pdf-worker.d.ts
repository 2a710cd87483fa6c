declare module "pdfjs-dist/legacy/build/pdf.worker.mjs" {
  /** The half of the reader that unpacks and parses, taken up by the other half. */
  export const WorkerMessageHandler: unknown;
}
