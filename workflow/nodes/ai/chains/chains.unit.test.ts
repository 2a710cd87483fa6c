import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../model/item.ts";
import { MODEL, runAi, type SubNodeOptions } from "../ai-file.fixture.ts";
import { createScriptedModels, type ScriptedTurn } from "../scripted-models.fixture.ts";

const JSON_MODEL: SubNodeOptions = {
  ...MODEL,
  parameters: { model: "gpt-4o", options: { responseFormat: "json_object" } },
};
const STRUCTURED: SubNodeOptions = {
  name: "Parser",
  type: "outputParserStructured",
  kind: "ai_outputParser",
  version: 1.3,
  parameters: { jsonSchemaExample: '{"state":"Ohio","cities":["Dayton"]}' },
};
const LIST: SubNodeOptions = { name: "List", type: "outputParserItemList", kind: "ai_outputParser" };

interface Case {
  type: string;
  version: number;
  parameters?: JsonObject;
  subNodes?: SubNodeOptions[];
  turns: ScriptedTurn[];
  outputs: JsonObject[][];
  input?: JsonObject;
}

const DEFINED = { promptType: "define", text: "=Say {{ $json.chatInput }}" };
const ATTRIBUTES = {
  text: "={{ $json.chatInput }}",
  attributes: {
    attributes: [
      { name: "name", description: "Whose", required: true },
      { name: "age", type: "number", description: "How old" },
    ],
  },
};
const CATEGORIES = {
  inputText: "={{ $json.chatInput }}",
  categories: {
    categories: [
      { category: "praise", description: "It is good" },
      { category: "blame", description: "It is bad" },
    ],
  },
};
const CHAT = { sessionId: "s1", action: "sendMessage", chatInput: "Hello" };

const CASES: [name: string, testCase: Case][] = [
  [
    "a chain returns text",
    { type: "chainLlm", version: 1.5, parameters: DEFINED, turns: [" Hi. "], outputs: [[{ text: "Hi." }]] },
  ],
  [
    "a chain answers the chat message",
    { type: "chainLlm", version: 1.7, turns: ["Hi"], outputs: [[{ text: "Hi" }]] },
  ],
  [
    "a chain of an old version has its own prompt",
    {
      type: "chainLlm",
      version: 1.2,
      parameters: { prompt: "=A {{ $json.chatInput }}" },
      turns: ["B"],
      outputs: [[{ text: "B" }]],
    },
  ],
  [
    "a model's JSON stays text before version 1.6",
    {
      type: "chainLlm",
      version: 1.5,
      subNodes: [JSON_MODEL],
      turns: ['{"a": 1}'],
      outputs: [[{ text: '{"a":1}' }]],
    },
  ],
  [
    "a model's JSON becomes an object from version 1.6 on",
    { type: "chainLlm", version: 1.6, subNodes: [JSON_MODEL], turns: ['{"a": 1}'], outputs: [[{ a: 1 }]] },
  ],
  [
    "a parsed answer is the output",
    {
      type: "chainLlm",
      version: 1.5,
      parameters: { ...DEFINED, hasOutputParser: true },
      subNodes: [MODEL, STRUCTURED],
      turns: ['{"output":{"state":"Utah","cities":["Provo","Ogden"]}}'],
      outputs: [[{ output: { state: "Utah", cities: ["Provo", "Ogden"] } }]],
    },
  ],
  [
    "a list returns an item for each entry",
    {
      type: "chainLlm",
      version: 1.7,
      parameters: { ...DEFINED, hasOutputParser: true },
      subNodes: [MODEL, LIST],
      turns: ["red\n green \n\nblue"],
      outputs: [[{ text: "red" }, { text: "green" }, { text: "blue" }]],
    },
  ],
  [
    "a text is summarized",
    {
      type: "chainSummarization",
      version: 2,
      turns: ["one", "two", "three", "all"],
      outputs: [[{ response: { text: "all" } }]],
    },
  ],
  [
    "text is summarized in one call",
    {
      type: "chainSummarization",
      version: 2.1,
      parameters: {
        options: {
          summarizationMethodAndPrompts: { values: { summarizationMethod: "stuff", prompt: "Sum: {text}" } },
        },
      },
      turns: ["all"],
      outputs: [[{ output: { text: "all" } }]],
    },
  ],
  [
    "a summary is refined chunk by chunk",
    {
      type: "chainSummarization",
      version: 2,
      parameters: {
        options: { summarizationMethodAndPrompts: { values: { summarizationMethod: "refine" } } },
      },
      turns: ["first", "second", "third"],
      outputs: [[{ response: { text: "third" } }]],
    },
  ],
  [
    "attributes are extracted",
    {
      type: "informationExtractor",
      version: 1,
      parameters: ATTRIBUTES,
      turns: ['{"name":"Ada","age":36,"other":1}'],
      outputs: [[{ output: { name: "Ada", age: 36 } }]],
    },
  ],
  [
    "an example defines what is extracted",
    {
      type: "informationExtractor",
      version: 1.2,
      parameters: { text: "x", schemaType: "fromJson", jsonSchemaExample: '{"a":"b"}' },
      turns: ['```json\n{"output":{"a":"c"}}\n```'],
      outputs: [[{ output: { a: "c" } }]],
    },
  ],
  [
    "a schema defines what is extracted",
    {
      type: "informationExtractor",
      version: 1,
      parameters: {
        text: "x",
        schemaType: "manual",
        inputSchema: '{"type":"object","properties":{"n":{"type":"number"}}}',
      },
      turns: ['{"n":3}'],
      outputs: [[{ output: { n: 3 } }]],
    },
  ],
  [
    "an invalid extraction is requested once more",
    {
      type: "informationExtractor",
      version: 1,
      parameters: ATTRIBUTES,
      turns: ["Ada, 36", '{"name":"Ada"}'],
      outputs: [[{ output: { name: "Ada" } }]],
    },
  ],
  [
    "text is sent to the output of its category",
    {
      type: "textClassifier",
      version: 1,
      parameters: CATEGORIES,
      turns: ['{"praise":false,"blame":true}'],
      outputs: [[], [CHAT]],
    },
  ],
  [
    "text of two categories is sent to both outputs",
    {
      type: "textClassifier",
      version: 1.1,
      parameters: { ...CATEGORIES, options: { multiClass: true } },
      turns: ['{"praise":true,"blame":true}'],
      outputs: [[CHAT], [CHAT]],
    },
  ],
  [
    "text without a category is left out",
    {
      type: "textClassifier",
      version: 1,
      parameters: CATEGORIES,
      turns: ['{"praise":false,"blame":false}'],
      outputs: [[], []],
    },
  ],
  [
    "text without a category is sent to the Other output",
    {
      type: "textClassifier",
      version: 1,
      parameters: { ...CATEGORIES, options: { fallback: "other" } },
      turns: ['{"praise":false,"blame":false,"fallback":true}'],
      outputs: [[], [], [CHAT]],
    },
  ],
  [
    "a sentiment is detected",
    {
      type: "sentimentAnalysis",
      version: 1,
      parameters: { inputText: "={{ $json.chatInput }}" },
      turns: ['{"sentiment":"neutral","strength":0.5,"confidence":0.9}'],
      outputs: [[], [{ ...CHAT, sentimentAnalysis: { category: "Neutral" } }], []],
    },
  ],
  [
    "a sentiment is detected with details",
    {
      type: "sentimentAnalysis",
      version: 1.1,
      parameters: { inputText: "x", options: { categories: "Glad, Sad", includeDetailedResults: true } },
      turns: ['{"sentiment":"Sad","strength":0.5,"confidence":0.9}'],
      outputs: [[], [{ ...CHAT, sentimentAnalysis: { category: "Sad", strength: 0.5, confidence: 0.9 } }]],
    },
  ],
  [
    "an unknown sentiment is left out",
    {
      type: "sentimentAnalysis",
      version: 1,
      parameters: { inputText: "x" },
      turns: ['{"sentiment":"odd"}'],
      outputs: [[], [], []],
    },
  ],
];

describe("a chain", () => {
  it.each(CASES)("%s", async (_, { type, version, parameters = {}, subNodes = [MODEL], turns, outputs }) => {
    const { gateway } = createScriptedModels(...turns);
    const ran = await runAi({ node: { type, version, parameters }, subNodes, services: { gateway } });
    expect(ran.error).toBeUndefined();
    expect(ran.nodes.Tested).toEqual(outputs);
  });

  it("sends its messages before the prompt, with images of the item's binary data", async () => {
    const { gateway, requests } = createScriptedModels("A cat");
    const messageValues = [
      { message: "Be brief" },
      { type: "AIMessagePromptTemplate", message: "I am" },
      { type: "HumanMessagePromptTemplate", messageType: "imageUrl", imageUrl: "https://cats.example/1.png" },
    ];
    const http = {
      send: () =>
        Promise.resolve({
          status: 200,
          statusText: "OK",
          headers: { "content-type": "image/png" },
          body: new Uint8Array([1, 2, 3]),
        }),
    };
    await runAi({
      node: { type: "chainLlm", version: 1.7, parameters: { ...DEFINED, messages: { messageValues } } },
      subNodes: [MODEL],
      services: { gateway, http },
    });
    expect(requests[0]?.body.messages).toEqual([
      { role: "system", content: "Be brief" },
      { role: "assistant", content: "I am" },
      {
        role: "user",
        content: [{ type: "image_url", image_url: { url: "data:image/png;base64,AQID", detail: "auto" } }],
      },
      { role: "user", content: "Say Hello" },
    ]);
  });
});

describe("an output parser", () => {
  const parse = (parser: SubNodeOptions, turns: ScriptedTurn[], more: SubNodeOptions[] = []) =>
    runAi({
      node: { type: "chainLlm", version: 1.6, parameters: { ...DEFINED, hasOutputParser: true } },
      subNodes: [MODEL, parser, ...more],
      services: createScriptedModels(...turns),
    });

  it.each([
    ["an answer that is not JSON", "Utah"],
    ["a missing field", '{"output":{"state":"Utah"}}'],
    ["a value of another type", '{"output":{"state":1,"cities":[]}}'],
  ])("refuses %s", async (_, answer) => {
    const ran = await parse(STRUCTURED, [answer]);
    expect(ran.error?.message).toContain("Model output doesn't fit required format");
  });

  it("accepts an answer without the wrapper object", async () => {
    const ran = await parse(STRUCTURED, ['{"state":"Utah","cities":[]}']);
    expect(ran.nodes.Tested).toEqual([[{ output: { state: "Utah", cities: [] } }]]);
    expect(ran.streamed).toBe("");
  });

  it("asks its own model to fix invalid output", async () => {
    const fixing = { ...STRUCTURED, parameters: { ...STRUCTURED.parameters, autoFix: true } };
    const ran = await parse(
      fixing,
      ["Utah", '{"output":{"state":"Utah","cities":[]}}'],
      [{ ...MODEL, name: "Fixer", to: "Parser" }],
    );
    expect(ran.nodes.Tested).toEqual([[{ output: { state: "Utah", cities: [] } }]]);
  });

  it("asks the Auto-fixing parser's model to fix invalid output", async () => {
    const fixing: SubNodeOptions = {
      name: "Fixing",
      type: "outputParserAutofixing",
      kind: "ai_outputParser",
    };
    const ran = await parse(
      fixing,
      ["Utah", '{"state":"Utah","cities":[]}'],
      [
        { ...STRUCTURED, to: "Fixing" },
        { ...MODEL, name: "Fixer", to: "Fixing" },
      ],
    );
    expect(ran.nodes.Tested).toEqual([[{ output: { state: "Utah", cities: [] } }]]);
  });

  it("checks the number of list entries if requested", async () => {
    const ran = await parse({ ...LIST, parameters: { options: { numberOfItems: 3 } } }, ["a\nb"]);
    expect(ran.error?.message).toContain("Expected 3 items but got 2");
  });

  it("names the field of a schema that is nested too deeply", async () => {
    const inputSchema = `${"[".repeat(50_000)}${"]".repeat(50_000)}`;
    const ran = await parse({ ...STRUCTURED, parameters: { schemaType: "manual", inputSchema } }, ["unused"]);
    expect(ran.error).toMatchObject({ node: "Parser", field: "inputSchema" });
  });

  it("names the field of a schema that is not valid JSON", async () => {
    const ran = await parse({ ...STRUCTURED, parameters: { schemaType: "manual", inputSchema: "{" } }, [
      "unused",
    ]);
    expect(ran.error).toMatchObject({ node: "Parser", field: "inputSchema" });
  });
});
