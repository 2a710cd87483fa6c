import { expect, test } from "vitest";
import { describeConnectorUses, readConnectorUses } from "./connector-uses.ts";

const services = new Map([
  ["github", { displayName: "GitHub" }],
  ["gitlab", { displayName: "GitLab" }],
  ["slack", { displayName: "Slack", hasSideEffects: true as const }],
]);

test("a service declared without details may only be read; a full declaration is sorted and has no duplicates", () => {
  const declared = [
    { service: "github", line: 3 },
    { service: "gitlab", methods: ["POST", "GET", "POST"], paths: ["/b", "/a", "/b"], line: 4 },
  ];
  const read = readConnectorUses(declared, services, "langchain");
  expect(read).toEqual({
    uses: [
      { service: "github", methods: ["GET", "HEAD"], paths: ["/**"] },
      { service: "gitlab", methods: ["GET", "POST"], paths: ["/a", "/b"] },
    ],
  });
  if ("uses" in read)
    expect(describeConnectorUses(read.uses, services)).toBe(
      "GitHub (read); GitLab (read and send: GET, POST /a, /b)",
    );
});

test("a file that declares no connectors uses none", () => {
  expect(readConnectorUses([], services, "langchain")).toEqual({ uses: [] });
  expect(describeConnectorUses([], services)).toBe("Uses no connectors");
});

test.each([
  [{ service: "myspace" }, 'Unknown connector "myspace". Available: github, gitlab, slack, or any host'],
  [
    { service: "gitlab", methods: ["post"] },
    '"post" is not a connector method. Use one of: GET, HEAD, POST,',
  ],
  [{ service: "gitlab", methods: ["CONNECT"] }, '"CONNECT" is not a connector method'],
  [{ service: "gitlab", methods: [] }, "declared without a method"],
  [{ service: "gitlab", paths: [] }, "declared without a path"],
  [{ service: "gitlab", paths: ["/a/../b"] }, 'The path "/a/../b" of the connector gitlab must not contain'],
  [{ service: "gitlab", paths: Array.from({ length: 21 }, (_, index) => `/${index}`) }, "at most 20 paths"],
  [{ service: "github" }, 'The connector "github" is declared twice.'],
  [{ service: "slack" }, 'Declare {"service": "slack", "methods": ["POST"], "paths": [...]}'],
  [{ service: "slack", methods: ["POST", "GET"], paths: ["/a"] }, "does not distinguish reads from writes"],
  [{ service: "x".repeat(5000) }, "…"],
])("refuses %j and names its line", (wrong, why) => {
  const read = readConnectorUses(
    [
      { service: "github", line: 1 },
      { ...wrong, line: 7 },
    ],
    services,
    "langchain",
  );
  expect(read).toEqual({ problem: { line: 7, message: expect.stringContaining(why) } });
  expect(JSON.stringify(read).length).toBeLessThan(400);
});

test("accepts a read declared as POST for a service that does not distinguish reads from writes", () => {
  const declared = [{ service: "slack", methods: ["POST"], paths: ["/conversations.history"] }];
  expect(readConnectorUses(declared, services, "langchain")).toEqual({ uses: declared });
});

test("refuses a file that declares more than 20 services", () => {
  const declared = Array.from({ length: 21 }, (_, index) => ({ service: `s${index}` }));
  expect(readConnectorUses(declared, services, "langchain")).toEqual({
    problem: { message: "An agent can declare at most 20 connectors." },
  });
});

test("a workflow may let its callers choose servers, but other files must name the host", () => {
  const methods = ["GET"];
  const declared = [
    { service: "*", methods },
    { service: "http://0.0.0.0:9925", methods },
  ];
  const read = readConnectorUses(declared, services, "n8n");
  expect(read).toEqual({ uses: declared.map((use) => ({ ...use, paths: ["/**"] })) });
  if ("uses" in read)
    expect(describeConnectorUses(read.uses, services)).toBe(
      "Any server, chosen by the caller (read); Your own server instead of http://0.0.0.0:9925 (read)",
    );
  expect(readConnectorUses(declared, services, "langchain")).toMatchObject({
    problem: { message: expect.stringContaining('Unknown connector "*"') as string },
  });
});
