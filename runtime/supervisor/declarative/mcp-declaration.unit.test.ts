import { expect, test } from "vitest";
import { inspectDeclaration } from "./inspect-declaration.ts";

const DOCS = { type: "mcp", name: "docs", url: "https://mcp.example.com/mcp" };
const ISSUES = {
  type: "connector",
  name: "list",
  description: "Lists",
  service: "keyed.example.com:8443",
  path: "/v1/issues",
};

const createFile = (...tools: object[]) =>
  JSON.stringify({ stoa: 1, name: "Asks", description: "Asks", instructions: "Ask.", tools }, null, 2);
const getProblem = (change: object) => inspectDeclaration(createFile({ ...DOCS, ...change })).entryProblem;

test("the servers of a file are its hosts, and those with a connector are its connectors", () => {
  const keyed = { ...DOCS, name: "keyed", url: "https://keyed.example.com:8443/mcp/" };
  const found = inspectDeclaration(
    createFile(
      { ...DOCS, allowed_tools: ["search"], credential: { type: "secret", name: "DOCS_TOKEN" } },
      { ...DOCS, name: "more", url: "https://MCP.example.com:443/more?team=1" },
      { ...keyed, credential: { type: "connector" } },
      ISSUES,
    ),
  );
  expect(found.entryProblem).toBeUndefined();
  expect(found.declaration.hosts).toEqual(["mcp.example.com"]);
  expect(found.environmentNames).toEqual(["DOCS_TOKEN"]);
  expect(found.declaration.connectors).toEqual([
    {
      service: "keyed.example.com:8443",
      methods: ["GET", "POST", "DELETE"],
      paths: ["/mcp/", "/v1/issues"],
      line: expect.any(Number) as number,
    },
  ]);
});

test.each<[change: object, field: string, message: string]>([
  [{ url: "mcp.example.com" }, "url", "must be a complete URL, such as https://mcp.example.com/mcp"],
  [{ url: "http://mcp.example.com/mcp" }, "url", "must begin with https://"],
  [{ url: "https://me:secret@mcp.example.com" }, "url", "must not contain a user name or password"],
  [{ url: "https://mcp.example.com/mcp#tools" }, "url", "must not contain #"],
  [
    { url: "https://127.0.0.1/mcp" },
    "url",
    'has a host that runs cannot reach. "127.0.0.1" is an IP address',
  ],
  [{ url: "https://localhost/mcp" }, "url", "is not the name of a public host"],
  [{ url: "https://mcp.example.com:22/mcp" }, "url", "Port 22 cannot be used"],
  [{ url: "https://mcp.example.com/*", credential: { type: "connector" } }, "url", "must not contain *"],
  [{ name: "a".repeat(24) }, "name", "at most 23 letters"],
  [{ allowed_tools: ["a", "b", "a"] }, "allowed_tools[2]", '"a" is named twice'],
  [{ allowed_tools: [] }, "allowed_tools", ""],
  [{ credential: { type: "key" } }, "credential.type", 'must be "secret"'],
  [{ credential: { type: "secret", name: "docs" } }, "credential.name", "is not a valid name for a secret"],
  [{ credential: { type: "secret", name: "OPENAI_API_KEY" } }, "credential.name", "is set by Stoa"],
  [{ credential: { type: "secret", name: "KEY", header: "Host" } }, "credential.header", "of the connection"],
  [{ headers: { authorization: "Bearer x" } }, "headers", "is not a field of this format"],
])("an entry with %j is refused at its field %s", (change, field, message) => {
  const problem = getProblem(change);
  expect(problem?.message).toContain(`field "tools[0].${field}": `);
  expect(problem?.message).toContain(message);
  expect(problem?.line).toBeGreaterThan(6);
});
