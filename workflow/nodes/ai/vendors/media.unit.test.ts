import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../model/item.ts";
import { runNode } from "../../../testing/run-node.ts";
import { withFile } from "../../files/sample-files.fixture.ts";
import { createScriptedService } from "../../services/scripted-service.fixture.ts";
import { googleGemini } from "./google-gemini.ts";
import { openAi } from "./openai.ts";
import { openAiBase } from "./openai-base.ts";

const PNG = "iVBORw0KGgo=";
const IMAGE = { mimeType: "image/png", fileType: "image", fileExtension: "png" };
const AUDIO = { mimeType: "audio/mpeg", fileType: "audio", fileExtension: "mp3", fileName: "audio.mp3" };

const CASES: [string, typeof openAi, number, JsonObject, unknown, string, object, JsonObject[]][] = [
  [
    "a picture as a file",
    openAi,
    1.8,
    { resource: "image", prompt: "={{ $json.p }}", options: { size: "512x512", dalleQuality: "hd" } },
    { data: [{ b64_json: PNG }] },
    "openai /images/generations",
    { model: "dall-e-3", prompt: "a cat", response_format: "b64_json", size: "512x512", quality: "hd" },
    [IMAGE],
  ],
  [
    "pictures by their URLs",
    openAi,
    1.8,
    { resource: "image", prompt: "a", model: "dall-e-2", options: { n: 2, returnImageUrls: true } },
    { data: [{ url: "https://a.example/1" }, { url: "https://a.example/2" }] },
    "openai /images/generations",
    { model: "dall-e-2", prompt: "a", response_format: "url", n: 2 },
    [{ url: "https://a.example/1" }, { url: "https://a.example/2" }],
  ],
  [
    "an image of a newer model, which has no response format",
    openAi,
    2,
    { resource: "image", prompt: "a", model: "gpt-image-1" },
    { data: [{ b64_json: PNG }] },
    "openai /images/generations",
    { model: "gpt-image-1", prompt: "a" },
    [IMAGE],
  ],
  [
    "speech",
    openAi,
    1.8,
    { resource: "audio", input: "Hi", voice: "onyx", options: { speed: 2 } },
    new Uint8Array([1, 2]),
    "openai /audio/speech",
    { model: "tts-1", input: "Hi", voice: "onyx", response_format: "mp3", speed: 2 },
    [AUDIO],
  ],
  [
    "an older node's picture",
    openAiBase,
    1,
    { resource: "image", prompt: "a", options: { n: 1 } },
    { data: [{ b64_json: PNG }] },
    "openai /images/generations",
    { prompt: "a", model: "dall-e-2", response_format: "b64_json", n: 1 },
    [{}],
  ],
  [
    "a picture by Gemini",
    googleGemini,
    1,
    {
      resource: "image",
      prompt: "a",
      modelId: { __rl: true, mode: "list", value: "models/gemini-2.5-flash-image" },
    },
    {
      candidates: [
        { content: { parts: [{ text: "Here" }, { inlineData: { data: PNG, mimeType: "image/png" } }] } },
      ],
    },
    "gemini /v1beta/models/gemini-2.5-flash-image:generateContent",
    {
      contents: [{ role: "user", parts: [{ text: "a" }] }],
      generationConfig: { responseModalities: ["IMAGE", "TEXT"] },
    },
    [IMAGE],
  ],
  [
    "a picture by Imagen",
    googleGemini,
    1,
    { resource: "image", prompt: "a", modelId: "models/imagen-4" },
    { predictions: [{ bytesBase64Encoded: PNG, mimeType: "image/png" }] },
    "gemini /v1beta/models/imagen-4:predict",
    { instances: [{ prompt: "a" }], parameters: { sampleCount: 1 } },
    [IMAGE],
  ],
];

describe("A media operation", () => {
  it.each(CASES)(
    "calls the vendor through the caller's connector: %s",
    async (_, type, version, parameters, reply, call, body, expected) => {
      const { gateway, requests } = createScriptedService([{ body: reply }]);
      const ran = await runNode({
        type,
        version,
        parameters,
        items: [{ p: "a cat" }],
        services: { gateway },
      });
      expect(ran.error).toBeUndefined();
      expect(requests.map(({ service, path }) => `${service} ${path}`)).toEqual([call]);
      expect(requests[0]?.body).toEqual(body);
      expect(ran.outputs).toEqual([expected]);
      const files = ran.items[0]?.map(({ binary }) => binary?.data?.bytes.length);
      expect(files).toEqual(expected.map((json) => (json.url ? undefined : expect.any(Number))));
    },
  );

  it.each(["transcribe", "translate"])("transcribes or translates a file: %s", async (operation) => {
    const { gateway, requests } = createScriptedService([{ body: { text: "Hello" } }]);
    const ran = await runNode({
      type: openAi,
      version: 1.6,
      parameters: { resource: "audio", operation, options: { language: "en" } },
      items: [withFile("sound", "a.mp3")],
      services: { gateway },
    });
    expect(ran.outputs).toEqual([[{ text: "Hello" }]]);
    expect(requests[0]?.path).toBe(
      operation === "transcribe" ? "/audio/transcriptions" : "/audio/translations",
    );
    expect(requests[0]?.headers["content-type"]).toMatch(/^multipart\/form-data; boundary=/);
    expect(requests[0]?.body).toMatch(
      /name="model"[\s\S]*whisper-1[\s\S]*name="language"[\s\S]*filename="a.mp3"/,
    );
  });

  it("reports a missing binary file", async () => {
    const { gateway } = createScriptedService([]);
    const ran = await runNode({
      type: openAi,
      version: 1.6,
      parameters: { resource: "audio", operation: "transcribe" },
      items: [{}],
      services: { gateway },
    });
    expect(ran.error?.message).toContain("binary file 'data'");
  });
});
