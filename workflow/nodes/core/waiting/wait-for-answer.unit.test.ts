import { expect, it } from "vitest";
import type { JsonObject } from "../../../model/item.ts";
import { runNode } from "../../../testing/run-node.ts";
import { runWorkflowFile } from "../../../testing/run-workflow.ts";
import { createScriptedAnswers } from "../../../testing/scripted-services.ts";
import { WAIT_NODE } from "../wait.ts";

const ITEMS = [{ a: 1 }, { a: 2 }];

function runWait(parameters: JsonObject, scripted: ReturnType<typeof createScriptedAnswers>) {
  const { answers } = scripted;
  return runNode({ type: WAIT_NODE, version: 1.1, items: ITEMS, parameters, services: { waits: answers } });
}

it("returns the call as one item, as the Webhook node does", async () => {
  const scripted = createScriptedAnswers({
    headers: { "x-of": "bank" },
    query: { q: "1" },
    body: { paid: true },
    files: { bill: [{ fileName: "b.txt", mimeType: "text/plain", data: "aGk=" }] },
  });
  const { outputs, items, error } = await runWait({ resume: "webhook", httpMethod: "POST" }, scripted);
  expect(error).toBeUndefined();
  expect(outputs).toEqual([
    [
      {
        headers: { "x-of": "bank" },
        params: {},
        query: { q: "1" },
        body: { paid: true },
        executionMode: "production",
      },
    ],
  ]);
  expect(items[0]?.[0]?.binary?.bill).toMatchObject({ fileName: "b.txt", mimeType: "text/plain" });
  expect(scripted.requests).toMatchObject([
    {
      address: "https://stoa.example/resume/1",
      node: "Node",
      run: 0,
      asks: { kind: "call", method: "POST", reply: { when: "at_once", status: 200 } },
    },
  ]);
});

it.each<[string, JsonObject, object]>([
  [
    "with its status code and text",
    { responseCode: 202, options: { responseData: "Noted" } },
    { when: "at_once", status: 202, text: "Noted" },
  ],
  ["with an empty body", { options: { noResponseBody: true } }, { when: "at_once", status: 200, text: "" }],
  ["at the end of the run", { responseMode: "lastNode" }, { when: "at_the_end", status: 200 }],
  ["by a separate node", { responseMode: "responseNode" }, { when: "at_the_end", status: 200 }],
  ["never with a redirect status", { responseCode: 302 }, { when: "at_once", status: 200 }],
])("responds to the call %s", async (_, parameters, reply) => {
  const scripted = createScriptedAnswers({});
  await runWait({ resume: "webhook", ...parameters }, scripted);
  expect(scripted.requests[0]?.asks).toEqual({ kind: "call", method: "GET", reply });
});

it("continues with its items if nobody calls within the wait limit", async () => {
  const scripted = createScriptedAnswers(undefined);
  const { outputs } = await runWait(
    { resume: "webhook", limitWaitTime: true, resumeAmount: 2, resumeUnit: "seconds" },
    scripted,
  );
  expect(outputs).toEqual([ITEMS]);
  expect(scripted.requests[0]?.waitMs).toBe(2_000);
});

it.each([{}, { limitWaitTime: true, resumeAmount: 3, resumeUnit: "days" }])(
  "ends the run at its time limit if the node's wait limit is longer or not set: %j",
  async (limits) => {
    const { error } = await runWait({ resume: "webhook", ...limits }, createScriptedAnswers(undefined));
    expect(error?.message).toMatch(
      /^the node waited \d+ seconds, but received no answer before the run's time limit \(at most 600 seconds\)$/,
    );
  },
);

it("shows the form's fields and returns the submitted values", async () => {
  const fields = [
    { fieldLabel: "Name", requiredField: true, placeholder: "Ada" },
    { fieldLabel: "Age", fieldType: "number" },
    {
      fieldLabel: "Colours",
      fieldType: "dropdown",
      multiselect: true,
      fieldOptions: { values: [{ option: "red" }, { option: "blue" }] },
    },
    { fieldLabel: "Photo", fieldType: "file" },
  ];
  const scripted = createScriptedAnswers({
    body: { Name: "Bob", Age: "42", Colours: ["red", "blue"] },
    files: { Photo: [{ fileName: "me.png", mimeType: "image/png", data: "aGk=" }] },
  });
  const { outputs, items } = await runWait(
    {
      resume: "form",
      formTitle: "=About {{ $json.a }}",
      formDescription: "Please",
      formFields: { values: fields },
    },
    scripted,
  );
  expect(outputs).toEqual([
    [
      {
        Name: "Bob",
        Age: 42,
        Colours: ["red", "blue"],
        Photo: [{ filename: "me.png", mimetype: "image/png", size: 2 }],
        submittedAt: expect.stringMatching(/^\d{4}-/),
        formMode: "production",
      },
    ],
  ]);
  expect(items[0]?.[0]?.binary).toHaveProperty("Photo");
  expect(scripted.requests[0]?.asks).toMatchObject({
    kind: "page",
    page: {
      title: "About 1",
      text: "Please",
      buttons: [{ label: "Submit" }],
      fields: [
        { name: "Name", kind: "text", required: true, hint: "Ada" },
        { name: "Age", kind: "number", required: false },
        { name: "Colours", kind: "dropdown", several: true, choices: ["red", "blue"] },
        { name: "Photo", kind: "file", several: true },
      ],
    },
  });
});

it("reports that answers need a server if none runs the workflow", async () => {
  const { error } = await runNode({ type: WAIT_NODE, version: 1.1, parameters: { resume: "webhook" } });
  expect(error?.message).toContain("which only a run on a Stoa server can receive");
});

it.each<[JsonObject, string]>([
  [{ resume: "webhook", httpMethod: "PUT" }, "it waits for a PUT request: only GET and POST are supported"],
  [
    { resume: "webhook", incomingAuthentication: "basicAuth" },
    "it waits for a call with its author's credential. On Stoa, only the secret URL protects the call",
  ],
  [
    { resume: "webhook", options: { webhookSuffix: "paid" } },
    "it waits at a URL with a custom suffix, which is not supported: remove the suffix",
  ],
  [
    { resume: "form", incomingAuthentication: "basicAuth" },
    "it waits for a form behind its author's password. On Stoa, only the secret URL protects the form",
  ],
])("reports an unsupported wait at the upload: %j", async (parameters, message) => {
  const { error } = await runWait(parameters, createScriptedAnswers({}));
  expect(error?.message).toBe(message);
});

const node = (name: string, type: string, parameters: JsonObject, version = 1) => ({
  name,
  type: `n8n-nodes-base.${type}`,
  typeVersion: version,
  position: [0, 0],
  parameters,
});
const set = (name: string, value: string) =>
  node(name, "set", { mode: "raw", jsonOutput: `={{ { url: ${value} } }}`, options: {} }, 3.4);

it("provides the URL before and during the wait, and a new one for the next wait", async () => {
  const nodes = [
    node("Start", "manualTrigger", {}),
    set("Before", "$execution.resumeUrl"),
    node("First", "wait", { resume: "webhook" }, 1.1),
    set("Between", "$execution.resumeFormUrl"),
    node("Second", "wait", { resume: "webhook" }, 1.1),
  ];
  const connections = Object.fromEntries(
    nodes
      .slice(0, -1)
      .map(({ name }, index) => [
        name,
        { main: [[{ node: nodes[index + 1]?.name, type: "main", index: 0 }]] },
      ]),
  );
  const { answers, requests } = createScriptedAnswers({}, {});
  const { nodes: gave, error } = await runWorkflowFile({
    file: JSON.stringify({ name: "Flow", nodes, connections, settings: { executionOrder: "v1" } }),
    services: { waits: answers },
  });
  expect(error).toBeUndefined();
  expect(gave.Before).toEqual([[{ url: "https://stoa.example/resume/1" }]]);
  expect(gave.Between).toEqual([[{ url: "https://stoa.example/resume/2" }]]);
  expect(requests.map(({ address }) => address)).toEqual([
    "https://stoa.example/resume/1",
    "https://stoa.example/resume/2",
  ]);
});
