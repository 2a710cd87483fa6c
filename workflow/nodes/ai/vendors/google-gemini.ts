import { namedModel } from "../../../ai/model-names.ts";
import type { NodeType } from "../../../model/node-type.ts";
import { aiType, versions } from "../versions.ts";
import { GEMINI_MEDIA } from "./gemini-media.ts";
import { imageQuestion } from "./image-question.ts";
import { mediaNeeds, mediaOperation } from "./media-operation.ts";
import { vendorAnswer, vendorSaid } from "./vendor-message.ts";
import { notHad, operationOf } from "./vendor-operation.ts";

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

/** Google's node: messages, and questions about images. */
export const googleGemini: NodeType = {
  types: [aiType("googleGemini")],
  versions: versions(1, 1.1),
  unsupported: (node) => notHad(operationOf(node, STANDARD), HAD),
  needs: (node) => {
    const media = mediaOperation(GEMINI_MEDIA, operationOf(node, STANDARD));
    return media
      ? mediaNeeds("gemini", media)
      : {
          models: [namedModel(node.parameters.modelId)],
          ...(node.parameters.resource === "image" && { hosts: [undefined] }),
        };
  },
  execute: async (context) => [
    await context.each(async (item, index) => {
      const media = mediaOperation(GEMINI_MEDIA, operationOf(context.node, STANDARD));
      if (media) return media.each(context, index, item);
      const isImage = operationOf(context.node, STANDARD) === "image.analyze";
      const text = isImage
        ? await vendorSaid(
            context,
            index,
            await imageQuestion(context, index, { binary: "binaryPropertyName", ownKinds: ["binary"] }),
          )
        : await vendorAnswer(context, index, "options.systemMessage");
      const candidate = { content: { parts: [{ text }], role: "model" }, finishReason: "STOP", index: 0 };
      const isSimple = context.flag("simplify", index, true);
      return [{ json: isSimple ? candidate : { candidates: [candidate] } }];
    }),
  ],
};
