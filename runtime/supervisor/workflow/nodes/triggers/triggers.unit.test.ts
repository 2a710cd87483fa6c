import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../model/item.ts";
import type { NodeType } from "../../model/node-type.ts";
import { type GivenItem, runNode } from "../../testing/run-node.ts";
import { calledTrigger } from "./called-trigger.ts";
import { chatTrigger } from "./chat-trigger.ts";
import { errorTrigger } from "./error-trigger.ts";
import { formPage } from "./form-page.ts";
import { formTrigger } from "./form-trigger.ts";
import { legacyTimers } from "./legacy-timers.ts";
import { manualTrigger } from "./manual-trigger.ts";
import { noOperation } from "./no-operation.ts";
import { scheduleTrigger } from "./schedule-trigger.ts";
import { webhook } from "./webhook.ts";

interface Fixture {
  name: string;
  version?: number;
  parameters?: JsonObject;
  items?: GivenItem[];
  outputs: unknown[][];
}

const ISO = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(Z|[+-]\d\d:\d\d)$/);

function fixtures(type: NodeType, all: readonly Fixture[]) {
  describe(type.types[0], () => {
    test.each(all)("$name", async ({ version, parameters = {}, items = [{}], outputs }) => {
      const ran = await runNode({ type, version: version ?? type.versions.at(-1) ?? 1, parameters, items });
      expect(ran.error).toBeUndefined();
      expect(ran.outputs).toEqual(outputs);
    });
  });
}

for (const type of [manualTrigger, noOperation, legacyTimers, errorTrigger])
  fixtures(type, [
    { name: "nothing is an empty item", outputs: [[{}]] },
    { name: "what was given goes on", items: [{ a: 1 }], outputs: [[{ a: 1 }]] },
    { name: "several items", items: [{ a: 1 }, { a: 2 }], outputs: [[{ a: 1 }, { a: 2 }]] },
    {
      name: "nested values are left as they are",
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
  { name: "chatInput", items: [{ chatInput: "hi" }], outputs: [[chat("hi")]] },
  { name: "message", version: 1, items: [{ message: "hi" }], outputs: [[chat("hi")]] },
  { name: "a single field of any name", items: [{ words: "hi" }], outputs: [[chat("hi")]] },
  { name: "a number", items: [{ message: 7 }], outputs: [[chat("7")]] },
  { name: "nothing", outputs: [[chat("")]] },
  {
    name: "a session and further fields",
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
    name: "POST: what was given is the body",
    parameters: { httpMethod: "POST", path: "orders" },
    items: [{ id: 7 }],
    outputs: [[request({ body: { id: 7 } })]],
  },
  {
    name: "GET: it is the query too",
    version: 1,
    parameters: { path: "orders" },
    items: [{ id: 7 }],
    outputs: [[request({ body: { id: 7 }, query: { id: 7 } })]],
  },
  {
    name: "a request by its parts",
    parameters: { httpMethod: "POST", path: "orders" },
    items: [{ body: { id: 7 }, headers: { "x-a": "b" } }],
    outputs: [[request({ body: { id: 7 }, headers: { "x-a": "b" } })]],
  },
  {
    name: "a field called body among others is a field",
    parameters: { httpMethod: "POST", path: "/orders" },
    items: [{ body: "text", title: "t" }],
    outputs: [[request({ body: { body: "text", title: "t" } })]],
  },
  {
    name: "several methods have an output each",
    parameters: { path: "orders", multipleMethods: true, httpMethod: ["GET", "POST", "PUT"] },
    items: [{ id: 7 }],
    outputs: [[], [request({ body: { id: 7 } })], []],
  },
]);

const fields = (...values: JsonObject[]): JsonObject => ({ formFields: { values } });
const filled = (values: object) => ({ ...values, submittedAt: ISO, formMode: "production" });

fixtures(formTrigger, [
  {
    name: "fields by their labels",
    version: 2.2,
    parameters: fields({ fieldLabel: "Company Name" }, { fieldLabel: "Staff", fieldType: "number" }),
    items: [{ "Company Name": "Acme", Staff: "12" }],
    outputs: [[filled({ "Company Name": "Acme", Staff: 12 })]],
  },
  {
    name: "fields by plain names",
    version: 2,
    parameters: fields({ fieldLabel: "What's your name?" }),
    items: [{ what_s_your_name: "Ada" }],
    outputs: [[filled({ "What's your name?": "Ada" })]],
  },
  {
    name: "a message alone is the first field",
    version: 1,
    parameters: fields({ fieldLabel: "Topic" }, { fieldLabel: "Tone" }),
    items: [{ message: "bees" }],
    outputs: [[filled({ Topic: "bees", Tone: null })]],
  },
  {
    name: "names of 2.4, and a hidden field",
    version: 2.4,
    parameters: fields(
      { fieldLabel: "Your address", fieldName: "email", fieldType: "email" },
      { fieldType: "hiddenField", fieldName: "source", fieldValue: "page" },
    ),
    items: [{ email: "a@b.c" }],
    outputs: [[filled({ email: "a@b.c", source: "page" })]],
  },
  {
    name: "choices: one, several, none",
    parameters: fields(
      {
        fieldLabel: "Size",
        fieldType: "dropdown",
        fieldOptions: { values: [{ option: "S" }, { option: "L" }] },
      },
      { fieldLabel: "Goals", fieldType: "dropdown", multiselect: true },
      { fieldLabel: "Agree", fieldType: "checkbox" },
    ),
    items: [{ Size: "L", Goals: "grow, rest" }],
    outputs: [[filled({ Size: "L", Goals: ["grow", "rest"], Agree: [] })]],
  },
  {
    name: "fields that are defined as JSON",
    parameters: { defineForm: "json", jsonOutput: '[{"fieldLabel": "City"}]' },
    items: [{ City: "Rome" }],
    outputs: [[filled({ City: "Rome" })]],
  },
  {
    name: "a file",
    parameters: fields({ fieldLabel: "Your file(s)", fieldType: "file" }),
    items: [{ your_file_s: { data: "aGk=", fileName: "hi.txt" } }],
    outputs: [[filled({ "Your file(s)": [{ filename: "hi.txt", mimetype: "text/plain", size: 2 }] })]],
  },
]);

test("a form's files are binary under the field's name", async () => {
  const { items } = await runNode({
    type: formTrigger,
    version: 2.3,
    parameters: fields({ fieldLabel: "Upload a file", fieldType: "file", multipleFiles: false }),
    items: [{ "Upload a file": "data:image/png;base64,iVBO" }],
  });
  expect(items[0]?.[0]?.json["Upload a file"]).toEqual({
    filename: "file.png",
    mimetype: "image/png",
    size: 3,
  });
  expect(items[0]?.[0]?.binary?.Upload_a_file).toMatchObject({ mimeType: "image/png", fileExtension: "png" });
});

fixtures(formPage, [
  {
    name: "a page without the caller's values has what it begins with",
    parameters: fields({ fieldLabel: "Colour", defaultValue: "red" }),
    outputs: [[filled({ Colour: "red" })]],
  },
  {
    name: "several items are one page",
    version: 1,
    parameters: fields({ fieldLabel: "Colour" }),
    items: [{ a: 1 }, { a: 2 }],
    outputs: [[filled({ Colour: null })]],
  },
  {
    name: "the last page hands on what came in",
    parameters: { operation: "completion", completionTitle: "Thanks" },
    items: [{ a: 1 }],
    outputs: [[{ a: 1 }]],
  },
  { name: "a page without fields", parameters: {}, outputs: [[filled({})]] },
]);

test("the last page of a form is the answer", async () => {
  const parameters = { operation: "completion", completionTitle: "Thanks", completionMessage: "Bye" };
  const { response } = await runNode({ type: formPage, version: 1, parameters });
  expect(response).toBe("Thanks\n\nBye");
});

fixtures(calledTrigger, [
  { name: "version 1 takes all", version: 1, items: [{ a: 1 }], outputs: [[{ a: 1 }]] },
  {
    name: "declared inputs alone, null where there is none",
    parameters: { workflowInputs: { values: [{ name: "a" }, { name: "b", type: "number" }] } },
    items: [{ a: 1, c: 2 }],
    outputs: [[{ a: 1, b: null }]],
  },
  {
    name: "inputs by an example",
    parameters: { inputSource: "jsonExample", jsonExample: '{"query": {"user": "joe"}}' },
    items: [{ query: "x", more: 1 }],
    outputs: [[{ query: "x" }]],
  },
  {
    name: "passed through",
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
