import type { JsonValue } from "@stoa/runtime/protocol";
import { findLiteralModelName, getLocatorValue } from "../../../ai/model-names.ts";
import { isObject } from "../../../model/is-object.ts";
import type { Item, JsonObject } from "../../../model/item.ts";
import { toText } from "../../../model/json-text.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import type { NodeType } from "../../../model/node-type.ts";
import { serviceApiRequest } from "../../services/service-call.ts";
import { toAiTypeNames, versions } from "../ai-node-type.ts";
import {
  analyzeImage,
  askVendorModel,
  explainUnsupportedOperation,
  findMediaOperation,
  getMediaNeeds,
  getOperation,
  type MediaOperations,
  toBinaryItem,
  toMessageText,
} from "./vendor-operations.ts";

const STANDARD_MODEL = "models/gemini-2.5-flash-image";

const toObjects = (value: JsonValue | undefined): JsonObject[] =>
  Array.isArray(value) ? value.filter(isObject) : [];

/** Returns the files in Gemini's response. */
function getFileParts(answer: JsonObject): JsonObject[] {
  return toObjects(answer.candidates).flatMap(({ content }) =>
    toObjects(isObject(content ?? null) ? (content as JsonObject).parts : undefined).flatMap(
      ({ inlineData }) => (isObject(inlineData ?? null) ? [inlineData as JsonObject] : []),
    ),
  );
}

/** Returns the request for a media model. Imagen models have a different format. */
function requestFor(model: string, prompt: string, count: number): { call: string; body: JsonObject } {
  if (model.includes("imagen"))
    return { call: "predict", body: { instances: [{ prompt }], parameters: { sampleCount: count } } };
  const contents = [{ role: "user", parts: [{ text: prompt }] }];
  return {
    call: "generateContent",
    body: { contents, generationConfig: { responseModalities: ["IMAGE", "TEXT"] } },
  };
}

async function generatePicture(context: NodeContext, itemIndex: number): Promise<Item[]> {
  const modelId = getLocatorValue(context.parameter("modelId", itemIndex)) || STANDARD_MODEL;
  const model = modelId.replace(/^models\//, "");
  const count = context.number("options.sampleCount", itemIndex, 1);
  const { call, body } = requestFor(model, context.text("prompt", itemIndex), count);
  const path = `/v1beta/models/${encodeURIComponent(model)}:${call}`;
  const answer = await serviceApiRequest(context, itemIndex, {
    service: "gemini",
    method: "POST",
    path,
    body,
  });
  const response = isObject(answer) ? answer : {};
  const files = [...getFileParts(response), ...toObjects(response.predictions)];
  return files.map(({ data, bytesBase64Encoded, mimeType }) =>
    toBinaryItem(context, itemIndex, Buffer.from(toText(data ?? bytesBase64Encoded), "base64"), {
      mimeType: typeof mimeType === "string" ? mimeType : "image/png",
    }),
  );
}

/** Image operations, keyed by n8n's names. */
const GEMINI_MEDIA: MediaOperations = {
  "image.generate": { path: "/v1beta/models/*", each: generatePicture },
};

const STANDARD = {
  resource: "text",
  operations: {
    text: "message",
    image: "generate",
    audio: "transcribe",
    document: "analyze",
    video: "analyze",
    file: "upload",
  },
};
const HAD = ["text.message", "image.analyze", ...Object.keys(GEMINI_MEDIA)];

/** Google Gemini node: messages and questions about images. */
export const googleGemini: NodeType = {
  types: [toAiTypeNames("googleGemini")],
  versions: versions(1, 1.1),
  unsupported: (node) => explainUnsupportedOperation(getOperation(node, STANDARD), HAD),
  needs: (node) => {
    const media = findMediaOperation(GEMINI_MEDIA, getOperation(node, STANDARD));
    return media
      ? getMediaNeeds("gemini", media)
      : {
          models: [findLiteralModelName(node.parameters.modelId)],
          ...(node.parameters.resource === "image" && { hosts: [undefined] }),
        };
  },
  execute: async (context) => [
    await context.each(async (item, index) => {
      const media = findMediaOperation(GEMINI_MEDIA, getOperation(context.node, STANDARD));
      if (media) return media.each(context, index, item);
      const isImage = getOperation(context.node, STANDARD) === "image.analyze";
      const text = isImage
        ? await toMessageText(
            context,
            index,
            await analyzeImage(context, index, { binary: "binaryPropertyName", ownKinds: ["binary"] }),
          )
        : await askVendorModel(context, index, "options.systemMessage");
      const candidate = { content: { parts: [{ text }], role: "model" }, finishReason: "STOP", index: 0 };
      const isSimple = context.flag("simplify", index, true);
      return [{ json: isSimple ? candidate : { candidates: [candidate] } }];
    }),
  ],
};
