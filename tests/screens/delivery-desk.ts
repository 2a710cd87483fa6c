const set = (name: string, text: string, position: [number, number]) => ({
  id: name,
  name,
  type: "n8n-nodes-base.set",
  typeVersion: 3.4,
  position,
  parameters: { assignments: { assignments: [{ id: "text", name: "text", value: text, type: "string" }] } },
});

const to = (node: string, type = "main") => [{ node, type, index: 0 }];

const contains = (phrase: string) => ({
  options: { caseSensitive: false, leftValue: "", typeValidation: "strict", version: 2 },
  combinator: "and",
  conditions: [
    {
      id: phrase,
      leftValue: "={{ $json.text }}",
      rightValue: phrase,
      operator: { type: "string", operation: "contains" },
    },
  ],
});

/**
 * An n8n export that sorts the lines of a message, asks a model about all of them, and fails for a line with
 * "broken".
 */
export const DELIVERY_DESK = JSON.stringify({
  name: "Delivery desk",
  nodes: [
    {
      id: "chat",
      name: "When a message comes",
      type: "@n8n/n8n-nodes-langchain.chatTrigger",
      typeVersion: 1.1,
      position: [0, 0],
      parameters: {},
    },
    {
      id: "lines",
      name: "Lines",
      type: "n8n-nodes-base.code",
      typeVersion: 2,
      position: [220, 0],
      parameters: {
        jsCode:
          "return $input.first().json.chatInput.split('\\n').filter(Boolean).map((text) => ({ json: { text } }));",
      },
    },
    {
      id: "urgent",
      name: "Urgent?",
      type: "n8n-nodes-base.if",
      typeVersion: 2.2,
      position: [440, 0],
      parameters: { conditions: contains("urgent") },
    },
    set("Today", "=Today: {{ $json.text }}", [660, -120]),
    {
      id: "broken",
      name: "Broken?",
      type: "n8n-nodes-base.if",
      typeVersion: 2.2,
      position: [660, 100],
      parameters: { conditions: contains("broken") },
    },
    {
      id: "stop",
      name: "Cannot be delivered",
      type: "n8n-nodes-base.stopAndError",
      typeVersion: 1,
      position: [900, 220],
      parameters: { errorType: "errorMessage", errorMessage: "={{ $json.text }} cannot be delivered" },
    },
    set("Later", "=Later: {{ $json.text }}", [900, 40]),
    {
      id: "merge",
      name: "Both",
      type: "n8n-nodes-base.merge",
      typeVersion: 3,
      position: [1140, -60],
      parameters: {},
    },
    {
      id: "aggregate",
      name: "In one list",
      type: "n8n-nodes-base.aggregate",
      typeVersion: 1,
      position: [1360, -60],
      parameters: { fieldsToAggregate: { fieldToAggregate: [{ fieldToAggregate: "text" }] }, options: {} },
    },
    {
      id: "chain",
      name: "Write to the driver",
      type: "@n8n/n8n-nodes-langchain.chainLlm",
      typeVersion: 1.4,
      position: [1580, -60],
      parameters: {
        promptType: "define",
        text: "=Summarize for the driver in two sentences:\n\n{{ $json.text.join('. ') }}.",
      },
    },
    {
      id: "model",
      name: "Model",
      type: "@n8n/n8n-nodes-langchain.lmChatOpenAi",
      typeVersion: 1.2,
      position: [1580, 160],
      parameters: { model: { __rl: true, value: "stoa-basic", mode: "list" }, options: {} },
    },
    {
      id: "old",
      name: "Old report",
      type: "n8n-nodes-base.noOp",
      typeVersion: 1,
      position: [1580, -240],
      parameters: {},
      disabled: true,
    },
  ],
  connections: {
    "When a message comes": { main: [to("Lines")] },
    Lines: { main: [to("Urgent?")] },
    "Urgent?": { main: [to("Today"), to("Broken?")] },
    Today: { main: [to("Both")] },
    "Broken?": { main: [to("Cannot be delivered"), to("Later")] },
    Later: { main: [[{ node: "Both", type: "main", index: 1 }]] },
    Both: { main: [to("In one list")] },
    "In one list": { main: [[...to("Write to the driver"), ...to("Old report")]] },
    Model: { ai_languageModel: [to("Write to the driver", "ai_languageModel")] },
  },
  settings: { executionOrder: "v1" },
  // The driver's text comes from a model, and the text of Today was pinned before its node was changed.
  pinData: {
    "When a message comes": [{ json: { chatInput: "urgent: flowers for Rosa\na crate of apples" } }],
    Lines: [{ json: { text: "urgent: flowers for Rosa" } }, { json: { text: "a crate of apples" } }],
    Today: [{ json: { text: "Now: urgent: flowers for Rosa" } }],
    Later: [{ json: { text: "Later: a crate of apples" } }],
    "In one list": [{ json: { text: ["Now: urgent: flowers for Rosa", "Later: a crate of apples"] } }],
    "Write to the driver": [{ json: { text: "Bring the flowers to Rosa first, then the apples." } }],
  },
  meta: {
    stoa: {
      description: "Sorts deliveries by urgency and writes to the driver.",
      output: "Write to the driver",
      examples: [{ message: "urgent: flowers for Rosa\na crate of apples\nurgent: insulin for Dr Weber" }],
    },
  },
});
