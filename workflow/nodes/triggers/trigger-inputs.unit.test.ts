import { describe, expect, test } from "vitest";
import { readWorkflow } from "../../file/index.ts";
import type { JsonObject } from "../../model/item.ts";
import { createWorkflowFile } from "../../testing/node-types.ts";
import { chooseTrigger } from "./trigger-choice.ts";
import { createInputForm } from "./trigger-inputs.ts";

function readFile(file: JsonObject) {
  const read = readWorkflow(JSON.stringify(file));
  if ("problem" in read) throw new Error(read.problem.message);
  return read.workflow;
}

const T = "n8n-nodes-base.";
const CHAT = "@n8n/n8n-nodes-langchain.chatTrigger";
const string = (name: string, more: object = {}) => ({
  name,
  type: "string",
  required: false,
  description: name,
  ...more,
});

describe("chooseTrigger", () => {
  const all = {
    Called: `${T}executeWorkflowTrigger`,
    Timer: `${T}scheduleTrigger`,
    Button: `${T}manualTrigger`,
    Form: { type: `${T}formTrigger`, parameters: { formFields: { values: [{ fieldLabel: "Topic" }] } } },
    Hook: `${T}webhook`,
    Chat: CHAT,
    End: `${T}noOp`,
  };
  const joined = Object.keys(all)
    .filter((name) => name !== "End")
    .map((name) => `${name} -> End`);

  test.each<[object, string]>([
    [{}, "Chat"],
    [{ message: "hi" }, "Chat"],
    [{ chatInput: "hi" }, "Chat"],
    [{ body: { a: 1 } }, "Hook"],
    [{ Topic: "bees" }, "Form"],
    [{ topic: "bees" }, "Form"],
  ])("chooses for the input %j: %s", (input, name) => {
    expect(chooseTrigger(readFile(createWorkflowFile(all, joined)), input as JsonObject)).toMatchObject({
      node: { name },
    });
  });

  test("prefers triggers that have connections", () => {
    const workflow = readFile(
      createWorkflowFile({ Chat: CHAT, Button: `${T}manualTrigger`, End: `${T}noOp` }, ["Button -> End"]),
    );
    expect(chooseTrigger(workflow)).toMatchObject({
      node: { name: "Button" },
      why: "it is the best of 2 triggers for a message",
    });
  });

  test("ignores a disabled trigger", () => {
    const workflow = readFile(
      createWorkflowFile({ Chat: { type: CHAT, disabled: true }, Start: `${T}start` }, []),
    );
    expect(chooseTrigger(workflow)).toMatchObject({ node: { name: "Start" }, why: "it is the only one" });
  });

  test.each([
    [`${T}gmailTrigger`, /'A' \(n8n-nodes-base.gmailTrigger\) waits for an event from a service/],
    [`${T}emailReadImap`, /waits for an event/],
    ["@n8n/n8n-nodes-langchain.mcpTrigger", /waits for an event/],
    [`${T}noOp`, /has no trigger/],
  ])("returns a problem for a workflow whose only node is %s", (type, problem) => {
    expect(chooseTrigger(readFile(createWorkflowFile({ A: type }, [])))).toMatchObject({
      problem: expect.stringMatching(problem),
    });
  });
});

describe("createInputForm", () => {
  test.each<[string, JsonObject, object[]]>([
    [
      "the message of a chat",
      createWorkflowFile({ Chat: CHAT }, []),
      [{ ...string("message"), required: true, description: "Your message" }],
    ],
    [
      "the fields of a form",
      createWorkflowFile(
        {
          Form: {
            type: `${T}formTrigger`,
            typeVersion: 2.2,
            parameters: {
              formFields: {
                values: [
                  { fieldLabel: "Company Name", requiredField: true },
                  { fieldLabel: "Staff", fieldType: "number" },
                  { fieldLabel: "Size", fieldType: "dropdown", fieldOptions: { values: [{ option: "S" }] } },
                  {
                    fieldLabel: "Goals",
                    fieldType: "checkbox",
                    fieldOptions: { values: [{ option: "rest" }] },
                  },
                  { fieldType: "html", elementName: "note", html: "<b>hi</b>" },
                ],
              },
            },
          },
        },
        [],
      ),
      [
        string("company_name", { required: true, description: "Company Name" }),
        { ...string("staff"), type: "number", description: "Staff" },
        { ...string("size"), description: "Size", choices: ["S"] },
        { ...string("goals"), type: "array", description: "Goals" },
      ],
    ],
    [
      "the fields that the file reads from a webhook's request",
      createWorkflowFile(
        {
          Hook: `${T}webhook`,
          If: { type: `${T}if`, parameters: { value: "={{ $json.body.email }}" } },
          Near: {
            type: `${T}set`,
            parameters: { value: '={{ $json.body["first name"] }} {{ $json.query.page }}' },
          },
          Far: {
            type: `${T}set`,
            parameters: {
              value:
                "={{ $json.body.ownField }} {{ $('Hook').item.json.body.total }} {{ $('Hook').first().json.body.keys() }}",
            },
          },
        },
        ["Hook -> If", "If -> Near", "Near -> Far"],
      ),
      ["email", "first name", "page", "total"].map((name) => string(name)),
    ],
    [
      "the fields that code reads from a webhook's request through variables",
      createWorkflowFile(
        {
          Hook: `${T}webhook`,
          Code: {
            type: `${T}code`,
            parameters: {
              jsCode: [
                "const b = $input.first().json.body || $input.first().json;",
                "const { lang, size = 3 } = $json.body;",
                "const whole = items[0].json; const other = {};",
                "return [{ json: { u: b.url, n: whole.query.name, t: b.title.trim(), no: other.x, nob: bb.y } }];",
              ].join("\n"),
            },
          },
        },
        ["Hook -> Code"],
      ),
      ["lang", "size", "url", "title", "name"].map((name) => string(name)),
    ],
    [
      "no fields for a webhook whose request is not read",
      createWorkflowFile({ Hook: `${T}webhook` }, []),
      [{ ...string("message"), description: "Your message" }],
    ],
    [
      "the fields that are read after a manual trigger",
      createWorkflowFile(
        {
          Start: `${T}manualTrigger`,
          Code: { type: `${T}code`, parameters: { jsCode: "return $input.first().json.city" } },
        },
        ["Start -> Code"],
      ),
      [string("city")],
    ],
    [
      "the declared inputs of a called workflow",
      createWorkflowFile(
        {
          Called: {
            type: `${T}executeWorkflowTrigger`,
            typeVersion: 1.1,
            parameters: {
              workflowInputs: {
                values: [
                  { name: "ids", type: "array" },
                  { name: "any", type: "any" },
                ],
              },
            },
          },
        },
        [],
      ),
      [{ ...string("ids"), type: "array" }, string("any")],
    ],
  ])("includes %s", (_, file, parameters) => {
    expect(createInputForm(readFile(file))).toMatchObject({ parameters });
  });
});

test.each([
  [{ resume: "timeInterval" }, ["message", "answer"]],
  [{ resume: "form" }, ["message"]],
  [{ resume: "webhook" }, ["message"]],
])(
  "after a Wait with %j, includes the fields that are read only if the Wait passes items on",
  (parameters, names) => {
    const set = (value: string) => ({
      type: `${T}set`,
      parameters: { assignments: { assignments: [{ id: "1", name: "a", value, type: "string" }] } },
    });
    const nodes = {
      Button: `${T}manualTrigger`,
      Wait: { type: `${T}wait`, parameters },
      Before: set("={{ $json.message }}"),
      After: set("={{ $json.answer }}"),
    };
    const inputs = createInputForm(
      readFile(createWorkflowFile(nodes, ["Button -> Before", "Button -> Wait", "Wait -> After"])),
    );
    if ("problem" in inputs) throw new Error(inputs.problem);
    expect(inputs.parameters.map(({ name }) => name)).toEqual(names);
  },
);
