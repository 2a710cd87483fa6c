import { expect, it } from "vitest";
import { createOperationSnippet } from "./operation-snippet.ts";
import type { Operation } from "./read-operations.ts";

const ORIGIN = "https://stoa.example";
const bare: Operation = {
  id: "agents.update",
  method: "PUT",
  path: "/api/v1/agents/{id}",
  aliases: [],
  summary: "",
  description: "",
  access: "session",
  parameters: [
    { name: "id", in: "path", example: 101 },
    { name: "limit", in: "query", example: 2 },
    { name: "sort", in: "query" },
  ],
  body: { type: "application/json", example: { is_active: true, tags: ["it's"] } },
  answers: [],
  failures: [],
};
const upload: Operation = {
  ...bare,
  method: "POST",
  access: "key",
  parameters: [],
  path: "/api/v1/sdk/agents/upload",
  body: { type: "multipart/form-data", example: { name: "Counter", file: "def run(): ..." } },
};

it("curl uses the recorded values and reads the credential from the environment", () => {
  const text = createOperationSnippet("curl", bare, ORIGIN);
  expect(text).toContain(`curl -X PUT ${ORIGIN}/api/v1/agents/101?limit=2 \\\n`);
  expect(text).toContain('-H "Authorization: Bearer $STOA_TOKEN"');
  expect(text).toContain(`"it'\\''s"`);
});

it("curl sends a form with its file", () => {
  const text = createOperationSnippet("curl", upload, ORIGIN);
  expect(text).toContain('-H "X-API-Key: $STOA_API_KEY"');
  expect(text).toContain("-F 'name=Counter'");
  expect(text).toContain("-F file=@agent.py");
  expect(text).not.toContain("def run");
});

it("Python uses its own literals for true and null", () => {
  const text = createOperationSnippet("python", bare, ORIGIN);
  expect(text).toContain('"is_active": True');
  expect(text).toContain('"Bearer " + os.environ["STOA_TOKEN"]');
  expect(createOperationSnippet("python", upload, ORIGIN)).toContain(
    'files={"file": open("agent.py", "rb")}',
  );
});

it("the JavaScript snippet calls a public GET operation without fetch options", () => {
  const open: Operation = {
    ...bare,
    method: "GET",
    access: "open",
    parameters: [],
    body: undefined,
    path: "/api/v1/models",
  };
  expect(createOperationSnippet("javascript", open, ORIGIN)).toBe(
    `const response = await fetch("${ORIGIN}/api/v1/models");\nconsole.log(response.status, await response.text());\n`,
  );
});
