import { testDescribedService } from "../described-service.fixture.ts";
import { MISTRAL } from "./mistral.ts";

const PAGES = [
  { index: 0, markdown: "# Tea" },
  { index: 1, markdown: "Hot" },
];

testDescribedService("Mistral AI", MISTRAL, "mistral", {
  cases: [
    {
      name: "reads the text of an item's file",
      version: 1,
      parameters: { options: {} },
      items: [{ json: {}, binary: { data: { bytes: Buffer.from("ab"), mimeType: "application/pdf" } } }],
      replies: [{ body: { pages: PAGES, model: "mistral-ocr-2505" } }],
      asks: [
        [
          "POST /v1/ocr",
          {
            model: "mistral-ocr-latest",
            document: { type: "document_url", document_url: "data:application/pdf;base64,YWI=" },
          },
        ],
      ],
      gives: [{ pages: PAGES, model: "mistral-ocr-2505", extractedText: "# Tea\n\nHot", pageCount: 2 }],
    },
    {
      name: "reads the text of an image at a URL",
      version: 1,
      parameters: { documentType: "image_url", inputType: "url", url: "https://example.com/a.png" },
      replies: [{ body: { pages: [] } }],
      asks: [
        [
          "POST /v1/ocr",
          {
            model: "mistral-ocr-latest",
            document: { type: "image_url", image_url: "https://example.com/a.png" },
          },
        ],
      ],
      gives: [{ pages: [], extractedText: "", pageCount: 0 }],
    },
  ],
  refused: {
    version: 1,
    parameters: { inputType: "url", url: "x" },
    reply: { status: 400, body: { object: "error", message: "Invalid document URL" } },
    reason: "Invalid document URL",
  },
  unsupported: {
    version: 1,
    parameters: { options: { batch: true } },
    reason: "batches are not supported",
  },
});
