import { findLiteralModelName } from "../../../ai/model-names.ts";
import type { NodeType } from "../../../model/node-type.ts";
import { toAiTypeNames } from "../ai-node-type.ts";
import {
  analyzeImage,
  askVendorModel,
  explainUnsupportedOperation,
  getOperation,
  toMessageText,
} from "./vendor-operations.ts";

const STANDARD = {
  resource: "text",
  operations: { text: "message", image: "analyze", document: "analyze", file: "upload", prompt: "generate" },
};
const HAD = ["text.message", "image.analyze"];

/** Anthropic node: messages and questions about images. */
export const anthropic: NodeType = {
  types: [toAiTypeNames("anthropic")],
  versions: [1],
  unsupported: (node) => explainUnsupportedOperation(getOperation(node, STANDARD), HAD),
  needs: ({ parameters }) => ({
    models: [findLiteralModelName(parameters.modelId)],
    ...(parameters.resource === "image" && { hosts: [undefined] }),
  }),
  execute: async (context) => [
    await context.each(async (_, index) => {
      const isImage = getOperation(context.node, STANDARD) === "image.analyze";
      const text = isImage
        ? await toMessageText(
            context,
            index,
            await analyzeImage(context, index, { binary: "binaryPropertyName", ownKinds: ["binary"] }),
          )
        : await askVendorModel(context, index, "options.system");
      const content = [{ type: "text", text }];
      const isSimple = context.flag("simplify", index, true);
      const whole = { type: "message", role: "assistant", content, stop_reason: "end_turn" };
      return [{ json: isSimple ? { content } : whole }];
    }),
  ],
};
