import { expect, test } from "vitest";
import { inspectDeclaration } from "./inspect-declaration.ts";
import { findLine } from "./json-place.ts";

const WHOLE = {
  stoa: 1,
  name: "Triage",
  description: "Sorts issues.",
  instructions: "Sort the issues of {{ repository }}.",
  input: [
    { name: "repository", description: "owner/name" },
    { name: "tone", default: "kind", choices: ["kind", "short"] },
    { name: "most", type: "integer", required: false },
  ],
  tools: [
    {
      type: "connector",
      name: "a",
      description: "A",
      service: "github",
      path: "/repos/{owner}/{repo}/issues",
    },
    {
      type: "connector",
      name: "b",
      description: "B",
      service: "slack",
      method: "POST",
      path: "/chat.postMessage",
    },
    {
      type: "connector",
      name: "c",
      description: "C",
      service: "github",
      method: "POST",
      path: "/issues/{n}",
    },
  ],
  examples: [{ repository: "a/b" }],
  use_cases: ["Mornings"],
};

/** Returns the file with one part changed, with one field per line as in handwritten files. */
function createChangedFile(change: object): string {
  return JSON.stringify({ ...WHOLE, ...change }, null, 2);
}

test("reads a complete declaration", () => {
  const source = createChangedFile({});
  const found = inspectDeclaration(source);
  expect(found.entryProblem).toBeUndefined();
  expect(found).toMatchObject({
    framework: "stoa",
    entry: { kind: "declaration", takes: "parameters" },
    parameters: [
      { name: "repository", type: "string", required: true, description: "owner/name" },
      { name: "tone", required: false, default: "kind", choices: ["kind", "short"] },
      { name: "most", type: "integer", required: false },
    ],
    declaration: {
      name: "Triage",
      models: ["default"],
      connectors: [
        { service: "github", methods: ["GET", "POST"], paths: ["/repos/*/*/issues", "/issues/*"] },
        { service: "slack", methods: ["POST"], paths: ["/chat.postMessage"] },
      ],
      examples: [{ repository: "a/b" }],
      useCases: ["Mornings"],
    },
  });
  const lines = source.split("\n");
  for (const { service, line = 0 } of found.declaration.connectors)
    expect(lines[line - 1]).toContain(`"service": "${service}"`);
});

test("reads each call to another agent with its location, line and inputs", () => {
  const [asking] = agentTool({}).tools;
  const fixed = { type: "object", properties: { text: { type: "string" }, tone: { const: "kind" } } };
  const source = createChangedFile({
    tools: [...WHOLE.tools, asking, { ...asking, name: "more", agent: 7, input: fixed }],
  });
  const { declaration } = inspectDeclaration(source);
  expect(declaration.agents).toMatchObject([
    { agentId: 12, place: 'field "tools[3].agent"', inputs: ["message"] },
    { agentId: 7, place: 'field "tools[4].agent"', inputs: ["text", "tone"] },
  ]);
  const lines = source.split("\n");
  for (const { agentId, line = 0 } of declaration.agents)
    expect(lines[line - 1]).toContain(`"agent": ${agentId}`);
  expect(declaration.connectors.map(({ service }) => service)).toEqual(["github", "slack"]);
});

test("an agent without inputs takes a message", () => {
  const { parameters } = inspectDeclaration(
    createChangedFile({ input: undefined, instructions: "Go.", examples: [] }),
  );
  expect(parameters).toEqual([{ name: "message", type: "string", required: true, description: "" }]);
});

const tool = (change: object) => ({ tools: [{ ...WHOLE.tools[0], ...change }] });
const agentTool = (change: object) => ({
  tools: [{ type: "agent", name: "ask", description: "Asks", agent: 12, ...change }],
});
const output = (schema: object) => ({ output: { type: "object", properties: schema } });

test.each<[object, string, RegExp, string]>([
  [{ stoa: 2 }, "stoa", /must be 1/, '"stoa": 2'],
  [{ color: "red" }, "color", /is not a field/, '"color"'],
  [{ name: undefined }, "name", /is required/, "{"],
  [
    { instructions: "For {{ who }}" },
    "instructions",
    /\{\{ who \}\} is not declared in the input/,
    '"instructions"',
  ],
  [{ input: [{ name: "a b" }] }, "input[0].name", /letters, digits and _/, '"a b"'],
  [{ input: [...WHOLE.input, { name: "tone" }] }, "input[3].name", /declared twice/, '"name": "tone"'],
  [
    { input: [...WHOLE.input, { name: "x", type: "integer", default: 1.5 }] },
    "input[3].default",
    /of type integer/,
    "1.5",
  ],
  [
    { input: [...WHOLE.input, { name: "x", default: "c", choices: ["a"] }] },
    "input[3].default",
    /not one of the choices/,
    '"c"',
  ],
  [
    { input: [...WHOLE.input, { name: "x", default: "c", required: true }] },
    "input[3].required",
    /if there is a default/,
    "true",
  ],
  [
    { input: [...WHOLE.input, { name: "x", type: "integer", format: "binary" }] },
    "input[3].format",
    /string or array/,
    '"binary"',
  ],
  [
    { input: [...WHOLE.input, { name: "x", format: "binary", default: "c" }] },
    "input[3].default",
    /not allowed for a file/,
    '"c"',
  ],
  [
    { input: [...WHOLE.input, { name: "x", accept: [".csv"] }] },
    "input[3].accept",
    /"format": "binary"/,
    "[",
  ],
  [
    { input: [...WHOLE.input, { name: "x", format: "binary", accept: ["csv"] }] },
    "input[3].accept[0]",
    /an extension such as .csv/,
    '"csv"',
  ],
  [tool({ type: "robot" }), "tools[0].type", /must be "connector" .*, "agent" .* or "mcp"/, '"robot"'],
  [tool({ type: undefined }), "tools[0].type", /must be "connector".*, "agent" .* or "mcp"/, "{"],
  [tool({ type: "agent" }), "tools[0].agent", /is required/, "{"],
  [agentTool({ agent: "12" }), "tools[0].agent", /must be a number/, '"agent": "12"'],
  [agentTool({ agent: 0 }), "tools[0].agent", /must be at least 1/, '"agent": 0'],
  [agentTool({ path: "/a" }), "tools[0].path", /is not a field/, '"path"'],
  [
    agentTool({ input: { type: "object", required: ["text"] } }),
    "tools[0].input.required",
    /"text" is required but/,
    '"required"',
  ],
  [
    agentTool({ input: { type: "object", properties: { text: { const: null } } } }),
    "tools[0].input.properties.text",
    /cannot be null/,
    '"text"',
  ],
  [tool({ path: "repos" }), "tools[0].path", /must start with "\/"/, '"path"'],
  [tool({ path: "/a/../b" }), "tools[0].path", /segments \. and \.\./, '"path"'],
  [tool({ path: "/a/x{b}" }), "tools[0].path", /a whole segment/, '"path"'],
  [tool({ path: "/a/*" }), "tools[0].path", /a whole segment/, '"path"'],
  [tool({ path: "/a?b=c" }), "tools[0].path", /a whole segment/, '"path"'],
  [tool({ path: "//evil.example/a" }), "tools[0].path", /must start/, '"path"'],
  [tool({ path: "/{owner}/{owner}" }), "tools[0]", /"owner" is used twice/, "{"],
  [
    tool({ query: { type: "object", properties: { q: { type: "array" } } } }),
    "tools[0].query.properties.q",
    /a string, a number/,
    '"q"',
  ],
  [tool({ body: { type: "object" } }), "tools[0].body", /because a GET request has no body/, '"body"'],
  [tool({ method: "TRACE" }), "tools[0].method", /GET/, '"TRACE"'],
  [{ limits: { steps: 33 } }, "limits.steps", /33|32/, "33"],
  [{ limits: { steps: 1 } }, "limits.steps", /at least 2 if there are tools/, '"steps"'],
  [output({ a: { type: "strin" } }), "output.properties.a.type", /JSON Schema type/, '"strin"'],
  [output({ a: { $ref: "#" } }), "output.properties.a.$ref", /is not a field/, '"$ref"'],
  [
    output({ a: { type: "string", pattern: "(a+)+$" } }),
    "output.properties.a.pattern",
    /is not a field/,
    '"pattern"',
  ],
  [{ output: { type: "array" } }, "output.type", /object/, '"type": "array"'],
  [{ output: { type: "object", required: ["a"] } }, "output.required", /"a" is required but/, '"required"'],
  [
    output(Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`p${n}`, {}]))),
    "output",
    /200 parts/,
    '"output"',
  ],
  [
    { examples: [{ repository: "a", color: 1 }] },
    "examples[0].color",
    /not declared in the input/,
    '"color"',
  ],
  [{ examples: [{ tone: "kind" }] }, "examples[0]", /lacks "repository"/, "{"],
])("refuses %j and names the field and line", (change, field, message, onLine) => {
  const source = createChangedFile(change);
  const { entryProblem, entry } = inspectDeclaration(source);
  expect(entry).toBeUndefined();
  expect(entryProblem?.message).toMatch(message);
  expect(entryProblem?.message.startsWith(`field "${field}"`)).toBe(true);
  expect(source.split("\n")[(entryProblem?.line ?? 0) - 1]).toContain(onLine);
});

test("refuses a file that is nested too deeply without parsing it", () => {
  const deep = `{"stoa": 1, "output": ${'{"items":'.repeat(20_000)}{}${"}".repeat(20_000)}}`;
  expect(inspectDeclaration(deep).entryProblem?.message).toBe("The file is nested too deeply");
  const schema = `{"type":"object","items":${'{"items":'.repeat(60)}{}${"}".repeat(60)}}`;
  expect(inspectDeclaration(createChangedFile({ output: JSON.parse(schema) })).entryProblem?.message).toMatch(
    /nested at most 12 levels deep/,
  );
});

test("refuses a file that is too long without reading it", () => {
  expect(
    inspectDeclaration(createChangedFile({ use_cases: ["x".repeat(300_000)] })).entryProblem?.message,
  ).toMatch(/at most 262144 characters/);
});

test("does not confuse a field with an inherited property of the same name", () => {
  const source = createChangedFile({}).replace(
    '"stoa": 1',
    '"stoa": 1, "output": {"type":"object","properties":{"__proto__":{}},"required":["__proto__"]}',
  );
  expect(inspectDeclaration(source).entryProblem?.message).toMatch(
    /"__proto__" is required but missing from/,
  );
});

test.each([
  [["a"], 2],
  [["a", 1, "b]"], 6],
  [["a", 1, "missing", 3], 4],
  [["last"], 9],
  [["missing"], 1],
  [[], 1],
])("finds %j on line %i in tricky JSON", (path, line) => {
  const json = `{\n"a": [ "}\\"]",\n\n  {"x": [1, {}],\n   "y": {},\n   "b]": -1.5e3}\n],\n\n"last": null }`;
  JSON.parse(json);
  expect(findLine(json, path)).toBe(line);
});

test("finds the line of a problem in a large file within 2 seconds", () => {
  const many = Array.from({ length: 40_000 }, (_, n) => ({ name: `p${n}`, text: "\\".repeat(10) }));
  const started = performance.now();
  findLine(JSON.stringify({ many }), ["many", 39_999, "text"]);
  expect(performance.now() - started).toBeLessThan(2_000);
});
