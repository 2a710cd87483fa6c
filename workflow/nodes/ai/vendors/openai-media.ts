import type { JsonValue } from "@stoa/runtime/protocol";
import { getLocatorValue } from "../../../ai/model-names.ts";
import { isObject } from "../../../model/is-object.ts";
import type { Item, JsonObject } from "../../../model/item.ts";
import { toText } from "../../../model/json-text.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import { getBinaryFile } from "../../files/binary-file.ts";
import { encodeBody } from "../../http/send-request.ts";
import { callService, serviceApiRequest } from "../../services/service-call.ts";
import { type MediaOperation, type MediaOperations, toBinaryItem } from "./vendor-operations.ts";

const IMAGES = "/images/generations";
const SPEECH = "/audio/speech";

/** Returns the options in `names`, keyed by their names in OpenAI's API. */
function getOptions(context: NodeContext, itemIndex: number, names: readonly string[]): JsonObject {
  const options = context.object("options", itemIndex);
  const entries = names.flatMap((name): [string, JsonValue][] => {
    const value = options[name];
    return value === undefined || value === null || value === "" ? [] : [[name, value]];
  });
  return Object.fromEntries(entries);
}

/** Generates images and returns OpenAI's results, one entry per image. */
async function generatePictures(
  context: NodeContext,
  itemIndex: number,
  body: JsonObject,
): Promise<JsonObject[]> {
  const answer = await serviceApiRequest(context, itemIndex, {
    service: "openai",
    method: "POST",
    path: IMAGES,
    body,
  });
  const { data } = isObject(answer) ? answer : {};
  return Array.isArray(data) ? data.filter(isObject) : [];
}

const decodeImage = ({ b64_json: text }: JsonObject): Uint8Array =>
  Buffer.from(typeof text === "string" ? text : "", "base64");

async function generatePicture(context: NodeContext, itemIndex: number): Promise<Item[]> {
  const isAddress = context.flag("options.returnImageUrls", itemIndex);
  const model = getLocatorValue(context.parameter("model", itemIndex)) || "dall-e-3";
  const { dalleQuality, ...options } = getOptions(context, itemIndex, [
    "n",
    "size",
    "quality",
    "style",
    "dalleQuality",
  ]);
  const generated = await generatePictures(context, itemIndex, {
    model,
    prompt: context.text("prompt", itemIndex),
    // Models newer than DALL-E always return bytes and reject this field.
    ...(model.startsWith("dall-e") && { response_format: isAddress ? "url" : "b64_json" }),
    ...(dalleQuality !== undefined && { quality: dalleQuality }),
    ...options,
  });
  return generated.map((each) =>
    isAddress && each.url !== undefined
      ? { json: each }
      : toBinaryItem(context, itemIndex, decodeImage(each), { mimeType: "image/png" }),
  );
}

/** Generates images as the legacy node does. Its items contain the files, but no JSON that describes them. */
async function generateOlderPicture(context: NodeContext, itemIndex: number): Promise<Item[]> {
  const isAddress = context.text("responseFormat", itemIndex, "binaryData") === "imageUrl";
  const generated = await generatePictures(context, itemIndex, {
    prompt: context.text("prompt", itemIndex),
    model: getLocatorValue(context.parameter("imageModel", itemIndex)) || "dall-e-2",
    response_format: isAddress ? "url" : "b64_json",
    ...getOptions(context, itemIndex, ["n", "size", "quality", "style"]),
  });
  return generated.map((each) =>
    isAddress
      ? { json: each }
      : { ...toBinaryItem(context, itemIndex, decodeImage(each), { mimeType: "image/png" }), json: {} },
  );
}

async function generateSpeech(context: NodeContext, itemIndex: number): Promise<Item[]> {
  const options = getOptions(context, itemIndex, ["response_format", "speed"]);
  const { body } = await callService(context, itemIndex, {
    service: "openai",
    method: "POST",
    path: SPEECH,
    body: {
      model: getLocatorValue(context.parameter("model", itemIndex)) || "tts-1",
      input: context.text("input", itemIndex),
      voice: context.text("voice", itemIndex, "alloy"),
      response_format: "mp3",
      ...options,
    },
  });
  const { response_format: ending = "mp3" } = options;
  return [toBinaryItem(context, itemIndex, body, { fileName: `audio.${toText(ending)}` })];
}

/** Transcribes a file, or translates it into English. */
function createAudioOperation(path: string): MediaOperation {
  return {
    path,
    async each(context, itemIndex, item) {
      const file = getBinaryFile(
        context,
        item,
        itemIndex,
        context.text("binaryPropertyName", itemIndex, "data"),
      );
      const options = getOptions(context, itemIndex, ["language", "temperature"]);
      const parts = [
        { name: "model", value: "whisper-1" },
        ...Object.entries(options).map(([name, value]) => ({ name, value })),
        {
          name: "file",
          value: { ...file, fileName: file.fileName ?? `file.${file.fileExtension ?? "mp3"}` },
        },
      ];
      const { bytes, type = "multipart/form-data" } = await encodeBody({ kind: "multipart", parts });
      const answer = await serviceApiRequest(context, itemIndex, {
        service: "openai",
        method: "POST",
        path,
        content: { type, bytes: Buffer.from(bytes) },
      });
      return [{ json: isObject(answer) ? answer : { text: answer } }];
    },
  };
}

/** Image and audio operations, keyed by n8n's names. */
export const OPENAI_MEDIA: MediaOperations = {
  "image.generate": { path: IMAGES, each: generatePicture },
  "audio.generate": { path: SPEECH, each: generateSpeech },
  "audio.transcribe": createAudioOperation("/audio/transcriptions"),
  "audio.translate": createAudioOperation("/audio/translations"),
};

export const OPENAI_MEDIA_V1: MediaOperations = {
  "image.create": { path: IMAGES, each: generateOlderPicture },
};
