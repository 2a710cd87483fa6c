import { expect, test } from "vitest";
import { connectorsFinding, readConnectorUses } from "./connector-uses.ts";

const services = new Map([
  ["github", "GitHub"],
  ["slack", "Slack"],
]);

test("a service alone is read everywhere; what is declared in full is that, each thing once and in order", () => {
  const declared = [
    { service: "github", line: 3 },
    { service: "slack", methods: ["POST", "GET", "POST"], paths: ["/b", "/a", "/b"], line: 4 },
  ];
  const read = readConnectorUses(declared, services);
  expect(read).toEqual({
    uses: [
      { service: "github", methods: ["GET", "HEAD"], paths: ["/**"] },
      { service: "slack", methods: ["GET", "POST"], paths: ["/a", "/b"] },
    ],
  });
  if ("uses" in read)
    expect(connectorsFinding(read.uses, services).detail).toBe(
      "GitHub (read); Slack (read and send: GET, POST /a, /b)",
    );
});

test("a file that declares none says so", () => {
  expect(readConnectorUses([], services)).toEqual({ uses: [] });
  expect(connectorsFinding([], services)).toEqual({ ok: true, detail: "Uses none" });
});

test.each([
  [{ service: "myspace" }, 'There is no connector "myspace". There are: github, slack.'],
  [
    { service: "slack", methods: ["post"] },
    '"post" is no method of a connector. There are: GET, HEAD, POST,',
  ],
  [{ service: "slack", methods: ["CONNECT"] }, '"CONNECT" is no method'],
  [{ service: "slack", methods: [] }, "declared without a method"],
  [{ service: "slack", paths: [] }, "declared without a path"],
  [{ service: "slack", paths: ["/a/../b"] }, 'The path "/a/../b" of the connector slack must not hold'],
  [{ service: "slack", paths: Array.from({ length: 21 }, (_, index) => `/${index}`) }, "at most 20 paths"],
  [{ service: "github" }, 'The connector "github" is declared twice.'],
  [{ service: "x".repeat(5000) }, "…"],
])("%j is refused with its line", (wrong, why) => {
  const read = readConnectorUses(
    [
      { service: "github", line: 1 },
      { ...wrong, line: 7 },
    ],
    services,
  );
  expect(read).toEqual({ problem: { line: 7, message: expect.stringContaining(why) } });
  expect(JSON.stringify(read).length).toBeLessThan(400);
});

test("more services than a person would read are refused", () => {
  const declared = Array.from({ length: 21 }, (_, index) => ({ service: `s${index}` }));
  expect(readConnectorUses(declared, services)).toEqual({
    problem: { message: "An agent may declare at most 20 connectors." },
  });
});
