import { expect } from "vitest";
import { chatTrigger } from "./chat-trigger.ts";
import { executeWorkflowTrigger } from "./execute-workflow-trigger.ts";
import { noOperation } from "./index.ts";
import { scheduleTrigger } from "./schedule-trigger.ts";
import { errorTrigger, legacyTimers, manualTrigger } from "./simple-triggers.ts";
import { fixtures, ISO } from "./trigger-cases.fixture.ts";
import { webhook } from "./webhook.ts";

for (const type of [manualTrigger, noOperation, legacyTimers, errorTrigger])
  fixtures(type, [
    { name: "no input becomes an empty item", outputs: [[{}]] },
    { name: "the input is passed on", items: [{ a: 1 }], outputs: [[{ a: 1 }]] },
    { name: "several items are passed on", items: [{ a: 1 }, { a: 2 }], outputs: [[{ a: 1 }, { a: 2 }]] },
    {
      name: "nested values are passed on unchanged",
      items: [{ a: { b: [null] } }],
      outputs: [[{ a: { b: [null] } }]],
    },
  ]);

const chat = (chatInput: string, more: object = {}) => ({
  sessionId: "1",
  action: "sendMessage",
  chatInput,
  ...more,
});

fixtures(chatTrigger, [
  { name: "chatInput becomes the chat message", items: [{ chatInput: "hi" }], outputs: [[chat("hi")]] },
  {
    name: "message becomes the chat message",
    version: 1,
    items: [{ message: "hi" }],
    outputs: [[chat("hi")]],
  },
  {
    name: "a single field of any name becomes the chat message",
    items: [{ words: "hi" }],
    outputs: [[chat("hi")]],
  },
  { name: "a number becomes a string", items: [{ message: 7 }], outputs: [[chat("7")]] },
  { name: "no input becomes an empty message", outputs: [[chat("")]] },
  {
    name: "a session and other fields are kept",
    items: [{ chatInput: "hi", sessionId: "s", language: "de" }],
    outputs: [[chat("hi", { sessionId: "s", language: "de" })]],
  },
]);

const request = (more: object) => ({
  headers: {},
  params: {},
  query: {},
  body: {},
  webhookUrl: "http://localhost:5678/webhook/orders",
  executionMode: "production",
  ...more,
});

fixtures(webhook, [
  {
    name: "the input of a POST request is its body",
    parameters: { httpMethod: "POST", path: "orders" },
    items: [{ id: 7 }],
    outputs: [[request({ body: { id: 7 } })]],
  },
  {
    name: "the input of a GET request is also its query",
    version: 1,
    parameters: { path: "orders" },
    items: [{ id: 7 }],
    outputs: [[request({ body: { id: 7 }, query: { id: 7 } })]],
  },
  {
    name: "the parts of a request are passed on",
    parameters: { httpMethod: "POST", path: "orders" },
    items: [{ body: { id: 7 }, headers: { "x-a": "b" } }],
    outputs: [[request({ body: { id: 7 }, headers: { "x-a": "b" } })]],
  },
  {
    name: "a field called body is an ordinary field if the input has other fields",
    parameters: { httpMethod: "POST", path: "/orders" },
    items: [{ body: "text", title: "t" }],
    outputs: [[request({ body: { body: "text", title: "t" } })]],
  },
  {
    name: "each of several methods has its own output",
    parameters: { path: "orders", multipleMethods: true, httpMethod: ["GET", "POST", "PUT"] },
    items: [{ id: 7 }],
    outputs: [[], [request({ body: { id: 7 } })], []],
  },
]);

fixtures(executeWorkflowTrigger, [
  { name: "version 1 accepts any input", version: 1, items: [{ a: 1 }], outputs: [[{ a: 1 }]] },
  {
    name: "only declared inputs are returned, with null for missing ones",
    parameters: { workflowInputs: { values: [{ name: "a" }, { name: "b", type: "number" }] } },
    items: [{ a: 1, c: 2 }],
    outputs: [[{ a: 1, b: null }]],
  },
  {
    name: "inputs are declared by an example",
    parameters: { inputSource: "jsonExample", jsonExample: '{"query": {"user": "joe"}}' },
    items: [{ query: "x", more: 1 }],
    outputs: [[{ query: "x" }]],
  },
  {
    name: "the input is passed through",
    parameters: { inputSource: "passthrough" },
    items: [{ a: 1 }, { b: 2 }],
    outputs: [[{ a: 1 }, { b: 2 }]],
  },
]);

fixtures(
  scheduleTrigger,
  [1, 1.1, 1.2, 1.3].map((version) => ({
    name: `version ${version} says the moment`,
    version,
    items: [{ given: true }],
    outputs: [
      [
        {
          timestamp: ISO,
          "Readable date": expect.stringMatching(/^[A-Z][a-z]+ \d+(st|nd|rd|th) \d{4}, \d+:\d\d:\d\d [ap]m$/),
          "Readable time": expect.stringMatching(/^\d+:\d\d:\d\d [ap]m$/),
          "Day of week": expect.stringMatching(/day$/),
          Year: expect.stringMatching(/^\d{4}$/),
          Month: expect.stringMatching(/^[A-Z]/),
          "Day of month": expect.stringMatching(/^\d\d$/),
          Hour: expect.stringMatching(/^\d\d$/),
          Minute: expect.stringMatching(/^\d\d$/),
          Second: expect.stringMatching(/^\d\d$/),
          Timezone: "UTC (UTC+00:00)",
          given: true,
        },
      ],
    ],
  })),
);
