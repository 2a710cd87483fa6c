import type { JsonValue } from "@stoa/runtime/protocol";
import { chosenText } from "../../../ai/model-names.ts";
import { isObject } from "../../../model/is-object.ts";
import type { Item, JsonObject } from "../../../model/item.ts";
import { toText } from "../../../model/json-text.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import { askService } from "../../services/service-call.ts";
import { type MediaOperations, madeFile } from "./media-operation.ts";

const STANDARD_MODEL = "models/gemini-2.5-flash-image";

const listOf = (value: JsonValue | undefined): JsonObject[] =>
  Array.isArray(value) ? value.filter(isObject) : [];

/** The parts of what Gemini says that are files. */
function filesSaid(answer: JsonObject): JsonObject[] {
  return listOf(answer.candidates).flatMap(({ content }) =>
    listOf(isObject(content ?? null) ? (content as JsonObject).parts : undefined).flatMap(({ inlineData }) =>
      isObject(inlineData ?? null) ? [inlineData as JsonObject] : [],
    ),
  );
}

/** What the model is to be asked; Imagen's have a form of their own. */
function requestFor(model: string, prompt: string, count: number): { call: string; body: JsonObject } {
  if (model.includes("imagen"))
    return { call: "predict", body: { instances: [{ prompt }], parameters: { sampleCount: count } } };
  const contents = [{ role: "user", parts: [{ text: prompt }] }];
  return {
    call: "generateContent",
    body: { contents, generationConfig: { responseModalities: ["IMAGE", "TEXT"] } },
  };
}

async function picture(context: NodeContext, itemIndex: number): Promise<Item[]> {
  const named = chosenText(context.parameter("modelId", itemIndex)) || STANDARD_MODEL;
  const model = named.replace(/^models\//, "");
  const count = context.number("options.sampleCount", itemIndex, 1);
  const { call, body } = requestFor(model, context.text("prompt", itemIndex), count);
  const path = `/v1beta/models/${encodeURIComponent(model)}:${call}`;
  const answer = await askService(context, itemIndex, { service: "gemini", method: "POST", path, body });
  const said = isObject(answer) ? answer : {};
  const files = [...filesSaid(said), ...listOf(said.predictions)];
  return files.map(({ data, bytesBase64Encoded, mimeType }) =>
    madeFile(context, itemIndex, Buffer.from(toText(data ?? bytesBase64Encoded), "base64"), {
      mimeType: typeof mimeType === "string" ? mimeType : "image/png",
    }),
  );
}

/** Pictures, by the name that the node has for them. */
export const GEMINI_MEDIA: MediaOperations = {
  "image.generate": { path: "/v1beta/models/*", each: picture },
};
