declare module "pdfjs-dist/legacy/build/pdf.worker.mjs" {
  /** The part of the PDF reader that unpacks and parses files. The main part calls it. */
  export const WorkerMessageHandler: unknown;
}
