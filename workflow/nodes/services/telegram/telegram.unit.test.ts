import { describe, expect, it } from "vitest";
import { runNode } from "../../../testing/run-node.ts";
import { createScriptedService } from "../scripted-service.fixture.ts";
import { expectCase, type ServiceCase } from "../service-case.fixture.ts";
import { TELEGRAM_NODES } from "./index.ts";

const [telegram] = TELEGRAM_NODES;
if (!telegram) throw new Error("there is no node for Telegram");

const sent = { ok: true, result: { message_id: 5, chat: { id: 7 }, text: "Hi" } };

const CASES: ServiceCase[] = [
  {
    name: "sends text without an attribution line",
    version: 1.2,
    parameters: { chatId: "=7", text: "=Hi {{ $json.who }}", additionalFields: { appendAttribution: true } },
    items: [{ who: "Ada" }],
    replies: [{ body: sent }],
    asks: [["POST /sendMessage", { chat_id: "7", text: "Hi Ada", parse_mode: "Markdown" }]],
    gives: [sent],
  },
  {
    name: "sends HTML text with buttons below",
    version: 1.1,
    parameters: {
      chatId: "7",
      text: "<b>Hi</b>",
      replyMarkup: "inlineKeyboard",
      inlineKeyboard: {
        rows: [
          {
            row: {
              buttons: [
                { text: "Yes", additionalFields: { callback_data: "y" } },
                { text: "No", additionalFields: { url: "https://example.com" } },
              ],
            },
          },
        ],
      },
      additionalFields: { parse_mode: "HTML", reply_to_message_id: 3 },
    },
    replies: [{ body: sent }],
    asks: [
      [
        "POST /sendMessage",
        {
          chat_id: "7",
          text: "<b>Hi</b>",
          parse_mode: "HTML",
          reply_to_message_id: 3,
          reply_markup: {
            inline_keyboard: [
              [
                { text: "Yes", callback_data: "y" },
                { text: "No", url: "https://example.com" },
              ],
            ],
          },
        },
      ],
    ],
    gives: [sent],
  },
  {
    name: "sends a reply keyboard",
    version: 1,
    parameters: {
      chatId: "7",
      text: "Hi",
      replyMarkup: "replyKeyboard",
      replyKeyboard: {
        rows: [{ row: { buttons: [{ text: "Here", additionalFields: { request_location: true } }] } }],
      },
      replyKeyboardOptions: { one_time_keyboard: true },
    },
    replies: [{ body: sent }],
    asks: [
      [
        "POST /sendMessage",
        {
          chat_id: "7",
          text: "Hi",
          parse_mode: "Markdown",
          reply_markup: { keyboard: [[{ text: "Here", request_location: true }]], one_time_keyboard: true },
        },
      ],
    ],
    gives: [sent],
  },
  {
    name: "sends a picture by its URL",
    version: 1.2,
    parameters: {
      operation: "sendPhoto",
      chatId: "7",
      file: "https://example.com/a.png",
      additionalFields: { caption: "A", parse_mode: "MarkdownV2" },
    },
    replies: [{ body: sent }],
    asks: [
      [
        "POST /sendPhoto",
        { chat_id: "7", caption: "A", parse_mode: "MarkdownV2", photo: "https://example.com/a.png" },
      ],
    ],
    gives: [sent],
  },
  {
    name: "sends several pictures",
    version: 1.2,
    parameters: {
      operation: "sendMediaGroup",
      chatId: "7",
      media: { media: [{ type: "photo", media: "f1", additionalFields: { caption: "A" } }] },
    },
    replies: [{ body: { ok: true, result: [] } }],
    asks: [["POST /sendMediaGroup", { chat_id: "7", media: [{ type: "photo", media: "f1", caption: "A" }] }]],
    gives: [{ ok: true, result: [] }],
  },
  {
    name: "edits a message",
    version: 1.2,
    parameters: { operation: "editMessageText", chatId: "7", messageId: "5", text: "Ho" },
    replies: [{ body: sent }],
    asks: [["POST /editMessageText", { chat_id: "7", message_id: "5", text: "Ho" }]],
    gives: [sent],
  },
  {
    name: "sends a location",
    version: 1.2,
    parameters: { operation: "sendLocation", chatId: "7", latitude: 1.5, longitude: -2 },
    replies: [{ body: sent }],
    asks: [["POST /sendLocation", { chat_id: "7", latitude: 1.5, longitude: -2 }]],
    gives: [sent],
  },
  {
    name: "returns an item for each administrator of a chat",
    version: 1.2,
    parameters: { resource: "chat", operation: "administrators", chatId: "7" },
    replies: [{ body: { ok: true, result: [{ status: "creator" }, { status: "administrator" }] } }],
    asks: [["POST /getChatAdministrators", { chat_id: "7" }]],
    gives: [{ status: "creator" }, { status: "administrator" }],
  },
  {
    name: "answers a button",
    version: 1.2,
    parameters: { resource: "callback", queryId: "q1", additionalFields: { text: "Done", show_alert: true } },
    replies: [{ body: { ok: true, result: true } }],
    asks: [["POST /answerCallbackQuery", { callback_query_id: "q1", text: "Done", show_alert: true }]],
    gives: [{ ok: true, result: true }],
  },
  {
    name: "returns a file's metadata without downloading it",
    version: 1.2,
    parameters: { resource: "file", fileId: "f1", download: false },
    replies: [{ body: { ok: true, result: { file_id: "f1", file_path: "photos/a.jpg" } } }],
    asks: [["POST /getFile", { file_id: "f1" }]],
    gives: [{ ok: true, result: { file_id: "f1", file_path: "photos/a.jpg" } }],
  },
];

describe("Telegram", () => {
  it.each(CASES)("$name", (one) => expectCase(telegram, "telegram", one));

  it("sends an item's file with its fields", async () => {
    const { gateway, requests } = createScriptedService([{ body: sent }]);
    const { outputs } = await runNode({
      type: telegram,
      version: 1.2,
      parameters: {
        operation: "sendDocument",
        chatId: "7",
        binaryData: true,
        additionalFields: { caption: "A", fileName: "b.txt" },
      },
      items: [
        {
          json: {},
          binary: { data: { bytes: Buffer.from("ab"), mimeType: "text/plain", fileName: "a.txt" } },
        },
      ],
      services: { gateway },
    });
    expect(outputs[0]).toEqual([sent]);
    expect(requests[0]?.path).toBe("/sendDocument");
    const type = requests[0]?.headers["content-type"] ?? "";
    // oxlint-disable-next-line no-deprecated -- the body is our own
    const form = await new Response(requests[0]?.bytes, { headers: { "content-type": type } }).formData();
    const document = form.get("document");
    expect([form.get("chat_id"), form.get("caption")]).toEqual(["7", "A"]);
    expect(document instanceof File && [document.name, await document.text()]).toEqual(["b.txt", "ab"]);
  });

  it("downloads a file from Telegram", async () => {
    const { gateway, requests } = createScriptedService([
      { body: { ok: true, result: { file_id: "f1", file_path: "photos/a.jpg" } } },
      { body: "ab" },
    ]);
    const { items } = await runNode({
      type: telegram,
      version: 1.2,
      parameters: { resource: "file", fileId: "f1" },
      services: { gateway },
    });
    expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "POST /getFile",
      "GET /file/photos/a.jpg",
    ]);
    const file = items[0]?.[0]?.binary?.data;
    expect([file?.fileName, file?.mimeType, Buffer.from(file?.bytes ?? []).toString()]).toEqual([
      "a.jpg",
      "image/jpeg",
      "ab",
    ]);
  });

  it("stops with n8n's and Telegram's messages, or returns an error item with Telegram's message", async () => {
    const refused = { ok: false, error_code: 400, description: "Bad Request: chat not found" };
    const run = (onError: "stopWorkflow" | "continueRegularOutput") =>
      runNode({
        type: telegram,
        version: 1.2,
        parameters: { chatId: "7", text: "Hi" },
        node: { onError },
        services: { gateway: createScriptedService([{ status: 400, body: refused }]).gateway },
      });
    expect((await run("stopWorkflow")).error?.message).toBe(
      "Bad request - please check your parameters: Bad Request: chat not found",
    );
    expect((await run("continueRegularOutput")).outputs[0]).toEqual([
      { error: "Bad Request: chat not found" },
    ]);
  });
});
