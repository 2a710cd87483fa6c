import { isObject } from "../../../../model/is-object.ts";
import type { JsonObject } from "../../../../model/item.ts";
import { toText } from "../../../../model/json-text.ts";
import { getBinaryFile } from "../../../files/binary-file.ts";
import { createDescribedNode } from "../create-described-node.ts";
import { fields, param } from "../request-fields.ts";
import type { ReadValue } from "../service-description.ts";

/** Returns the URL of the document, or the item's file as a `data:` URL. */
const readDocument: ReadValue = (context, itemIndex) => {
  const kind = context.text("documentType", itemIndex, "document_url");
  if (context.text("inputType", itemIndex, "binary") === "url")
    return { type: kind, [kind]: context.text("url", itemIndex) };
  const field = context.text("binaryProperty", itemIndex, "data");
  const item = context.items[itemIndex] ?? { json: {} };
  const { bytes, mimeType } = getBinaryFile(context, item, itemIndex, field);
  return { type: kind, [kind]: `data:${mimeType};base64,${Buffer.from(bytes).toString("base64")}` };
};

/** Adds the text of all pages, as n8n's node does. */
function addText(answer: JsonObject): JsonObject {
  const pages = Array.isArray(answer.pages) ? answer.pages.filter(isObject) : [];
  const extractedText = pages.map(({ markdown }) => toText(markdown)).join("\n\n");
  return { ...answer, extractedText, pageCount: pages.length };
}

/** Reads the text in documents and images: https://docs.mistral.ai/capabilities/document_ai/ */
export const MISTRAL = createDescribedNode({
  types: ["n8n-nodes-base.mistralAi"],
  versions: [1],
  service: "mistral",
  standard: { resource: "document", operations: { document: "extractText" } },
  operations: {
    "document.extractText": {
      method: "POST",
      path: "/v1/ocr",
      body: fields({ model: param("model", undefined, "mistral-ocr-latest"), document: readDocument }),
      convert: addText,
      unsupported: ({ parameters: { options } }) =>
        isObject(options) && options.batch === true
          ? "batches are not supported. Turn off 'Enable Batch Processing'"
          : undefined,
    },
  },
});
