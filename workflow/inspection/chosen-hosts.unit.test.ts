import { MAX_AGENT_HOSTS } from "@stoa/contract/agent-hosts";
import { expect, test } from "vitest";
import { findNodeType } from "../nodes/node-table.ts";
import { createWorkflowFile } from "../testing/node-types.ts";
import { createNode } from "../testing/scripted-node.ts";
import { createCoverageReport } from "./coverage-report.ts";
import { inspectWorkflow } from "./inspect-workflow.ts";

const chooses = (type: string, parameters: object, typeVersion: number) => {
  const file = createWorkflowFile(
    { Start: "n8n-nodes-base.manualTrigger", Node: { type, typeVersion, parameters: { ...parameters } } },
    ["Start -> Node"],
  );
  return createCoverageReport(JSON.stringify(file), findNodeType);
};

const NEXT = {
  url: "https://a.example",
  options: { pagination: { pagination: { paginationMode: "responseContainsNextURL" } } },
};
const ASKS = "return await this.helpers.httpRequest({ url: $json.url })";
const PAGES = { resource: "databasePage", operation: "getAll" };
const IMAGE = { messages: { messageValues: [{ messageType: "imageUrl", imageUrl: "={{ $json.url }}" }] } };

test.each([
  ["n8n-nodes-base.code", { jsCode: ASKS }, 2, true],
  ["n8n-nodes-base.code", { jsCode: "return items" }, 2, false],
  ["n8n-nodes-base.code", { language: "python", pythonCode: "return fetch()" }, 2, false],
  ["n8n-nodes-base.function", { functionCode: ASKS }, 1, true],
  ["n8n-nodes-base.functionItem", { functionCode: ASKS }, 1, true],
  ["n8n-nodes-base.aiTransform", { jsCode: ASKS }, 1, true],
  ["n8n-nodes-base.aiTransform", { jsCode: "return items" }, 1, false],
  ["@n8n/n8n-nodes-langchain.code", { code: { execute: { code: ASKS } } }, 1, true],
  ["@n8n/n8n-nodes-langchain.code", { code: { execute: { code: "return []" } } }, 1, false],
  ["n8n-nodes-base.notion", { ...PAGES, options: { downloadFiles: true } }, 2.2, true],
  ["n8n-nodes-base.notion", PAGES, 2.2, false],
  ["n8n-nodes-base.rssFeedRead", { url: "={{ $json.feed }}" }, 1.2, true],
  ["n8n-nodes-base.rssFeedRead", { url: "https://a.example/feed" }, 1.2, false],
  ["n8n-nodes-base.httpRequest", NEXT, 4.2, true],
  ["n8n-nodes-base.httpRequest", { url: "https://a.example" }, 4.2, false],
  ["n8n-nodes-base.executeWorkflow", { source: "parameter", workflowJson: "{}" }, 1, true],
  ["@n8n/n8n-nodes-langchain.chainLlm", IMAGE, 1.4, true],
  ["@n8n/n8n-nodes-langchain.chainLlm", {}, 1.4, false],
  ["@n8n/n8n-nodes-langchain.openAi", { resource: "image", operation: "analyze" }, 1.8, true],
  ["@n8n/n8n-nodes-langchain.googleGemini", { resource: "image", operation: "analyze" }, 1, true],
  ["@n8n/n8n-nodes-langchain.anthropic", { resource: "image", operation: "analyze" }, 1, true],
])(
  "whether the caller chooses the hosts of %s with %j in version %s: %s",
  (type, parameters, version, expected) => {
    expect(chooses(type, parameters, version)).toMatchObject({ choosesHosts: expected });
  },
);

const findHosts = (file: object) => {
  const report = createCoverageReport(JSON.stringify(file), findNodeType);
  return "hosts" in report ? { hosts: report.hosts, choosesHosts: report.choosesHosts } : report;
};

const asking = (url: string, typeVersion = 4.2) => ({
  type: "n8n-nodes-base.httpRequest",
  typeVersion,
  parameters: { url },
});

test.each([
  ["https://API.Example.com/v1", ["api.example.com"]],
  ["https://api.example.com:443/", ["api.example.com"]],
  ["http://api.example.com:8080?a=1", ["api.example.com:8080"]],
  ["=https://api.example.com/{{ $json.id }}", ["api.example.com"]],
  ["  https://api.example.com  ", ["api.example.com"]],
  ["https://me:secret@api.example.com/", ["api.example.com"]],
  ["https://good.example\\@evil.example/", ["good.example"]],
])("normalizes the host of %s", (url, hosts) => {
  const file = createWorkflowFile({ Start: "n8n-nodes-base.manualTrigger", Node: asking(url) }, [
    "Start -> Node",
  ]);
  expect(findHosts(file)).toEqual({ hosts, choosesHosts: false });
});

test("assumes https for a tool's URL without a protocol", () => {
  const tool = (type: string, parameters: object, typeVersion: number) =>
    findNodeType(`@n8n/n8n-nodes-langchain.${type}`)?.needs?.(
      { ...createNode({ name: "Tool", type, version: typeVersion, parameters: { ...parameters } }) },
      undefined as never,
    );
  expect(tool("toolHttpRequest", { url: "api.example.com/{city}" }, 1.1)).toEqual({
    hosts: ["api.example.com"],
  });
  expect(tool("toolHttpRequest", { url: "https://{host}/x" }, 1.1)).toEqual({ hosts: [undefined] });
  expect(tool("mcpClientTool", { endpointUrl: "mcp.example.com/mcp" }, 1.1)).toEqual({
    hosts: ["mcp.example.com"],
  });
});

test("includes the hosts of a workflow that calls itself", () => {
  const file = createWorkflowFile(
    {
      Start: "n8n-nodes-base.manualTrigger",
      Again: {
        type: "n8n-nodes-base.executeWorkflow",
        typeVersion: 1.2,
        parameters: { workflowId: { __rl: true, mode: "id", value: "={{ $workflow.id }}" } },
      },
      Called: { type: "n8n-nodes-base.executeWorkflowTrigger", typeVersion: 1.1, parameters: {} },
      Ask: asking("https://called.example/"),
      Alone: asking("https://alone.example/"),
    },
    ["Start -> Again", "Called -> Ask"],
  );
  expect(findHosts(file)).toEqual({ hosts: ["called.example"], choosesHosts: false });
});

test("adds valid hosts of meta.stoa.hosts", () => {
  const file = createWorkflowFile(
    { Start: "n8n-nodes-base.manualTrigger", Node: asking("https://a.example/") },
    ["Start -> Node"],
  );
  const naming = (hosts: unknown) => findHosts({ ...file, meta: { stoa: { hosts } } });
  expect(naming(["Files.example", "b.example:8443", "https://c.example", "d.example/x", "e f", ""])).toEqual({
    hosts: ["a.example", "b.example:8443", "files.example"],
    choosesHosts: false,
  });
  expect(naming(["*"])).toEqual({ hosts: ["a.example"], choosesHosts: true });
  expect(naming("a.example")).toEqual({ hosts: ["a.example"], choosesHosts: false });
});

test("declares any public host if a workflow names more hosts than a version can declare", () => {
  const declare = (count: number) => {
    const names = Array.from({ length: count }, (_, index) => `Node ${index}`);
    const nodes = names.map((name, index) => [name, asking(`https://host-${index}.example/`)] as const);
    const links = ["Start", ...names.slice(0, -1)].map((from, index) => `${from} -> ${names[index]}`);
    const file = createWorkflowFile(
      { Start: "n8n-nodes-base.manualTrigger", ...Object.fromEntries(nodes) },
      links,
    );
    return inspectWorkflow(JSON.stringify(file), findNodeType).declaration.hosts;
  };
  expect(declare(MAX_AGENT_HOSTS)).toHaveLength(MAX_AGENT_HOSTS);
  expect(declare(MAX_AGENT_HOSTS + 1)).toEqual(["*"]);
});
