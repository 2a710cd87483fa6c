import { MyAgents, Problem, TEXTS } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../../tests/harness/client.ts";
import { uploadForm, useCatalogServer } from "../catalog-server.fixture.ts";

const server = useCatalogServer({ python: true });

async function upload(change: Parameters<typeof uploadForm>[0]) {
  const { client } = server();
  const { token } = await client.register();
  const answer = await client.call("POST", "/api/v1/agents/upload", { token, form: uploadForm(change) });
  expect(answer.status, JSON.stringify(answer.body)).toBe(400);
  expect(answer.headers.get("content-type")).toContain("application/problem+json");
  expect(parseAnswer(MyAgents, await client.get("/api/v1/agents/my-agents", { token })).total).toBe(0);
  return parseAnswer(Problem, answer);
}

test("a form with invalid fields and no file reports all errors at once, in the words of the specification", async () => {
  const problem = await upload({
    fields: { name: " ", description: "", documentation: "too short", price_per_token: "0.0000001" },
    file: null,
  });
  expect(problem.error).toBe("invalid_request");
  expect(problem.detail).toBe(TEXTS.upload.nameRequired);
  expect(problem.errors).toEqual([
    { field: "name", message: "Agent name is required" },
    { field: "description", message: "Description is required" },
    { field: "documentation", message: "Comprehensive documentation is required (minimum 50 characters)" },
    { field: "price_per_token", message: "Price per token must be a multiple of 0.000001" },
    { field: "file", message: "Agent code file is required" },
  ]);
});

test.each([
  [{ fields: { name: null } }, "name", "Agent name is required"],
  [{ fields: { documentation: null } }, "documentation", TEXTS.upload.documentationRequired],
  [{ fields: { price_per_token: "-1" } }, "price_per_token", "Price per token must be 0 or more"],
  [{ fields: { name: "a\u0000b" } }, "name", "Text must not contain a NUL character"],
  [{ file: { name: "agent.txt", content: "x" } }, "file", "Only .py and .json files are allowed"],
  [{ file: { name: "agent.py.exe", content: "x" } }, "file", "Only .py and .json files are allowed"],
  [{ file: { name: "agent.ipynb.txt", content: "{}" } }, "file", TEXTS.upload.fileType],
  [{ file: { name: "py", content: "x" } }, "file", "Only .py and .json files are allowed"],
])("%j is refused with an error that names its field", async (change, field, message) => {
  const problem = await upload(change);
  expect(problem.detail).toBe(message);
  expect(problem.errors).toEqual([{ field, message }]);
});

test.each(["abc", "0x1", "1e-4", "Infinity", "0b1", "0,5"])(
  "a price of %s is refused, because prices are decimal numbers",
  async (price_per_token) => {
    const message = "Price per token must be a decimal number such as 0.0001";
    const problem = await upload({ fields: { price_per_token } });
    expect(problem.errors).toEqual([{ field: "price_per_token", message }]);
  },
);

test("a form with two files is refused", async () => {
  const { client } = server();
  const { token } = await client.register();
  const form = uploadForm({});
  form.append("file", new Blob(["x"]), "other.py");
  const answer = await client.call("POST", "/api/v1/agents/upload", { token, form });
  expect(answer.status).toBe(400);
  expect(parseAnswer(Problem, answer).errors).toEqual([{ field: "file", message: "Send exactly one file" }]);
});

test.each([
  ["without a boundary", "multipart/form-data", "x"],
  ["without a part", "multipart/form-data; boundary=b", "garbage"],
  [
    "that ends in the middle",
    "multipart/form-data; boundary=b",
    '--b\r\nContent-Disposition: form-data; name="file"; filename="a.py"\r\n\r\ndef',
  ],
])("a form %s is refused", async (_, type, body) => {
  const { client } = server();
  const { token } = await client.register();
  const answer = await client.call("POST", "/api/v1/agents/upload", {
    token,
    raw: body,
    headers: { "content-type": type },
  });
  expect(answer.status).toBe(400);
  expect(parseAnswer(Problem, answer).detail).toBe(
    "The form data is invalid. Check that it is complete and has a boundary",
  );
});

test("unknown fields and unknown categories are refused", async () => {
  expect((await upload({ fields: { framework: "stoa" } })).errors?.[0]?.field).toBe("framework");
  expect((await upload({ fields: { category: "nothing" } })).errors?.[0]?.field).toBe("category");
});

interface Refusal {
  why: string;
  name?: string;
  content: string | Uint8Array<ArrayBuffer>;
  check: string;
  detail: RegExp;
  line?: number;
}

const openAiKey = `sk-${"proj"}-${"a1B2".repeat(8)}`;

const refusals: Refusal[] = [
  { why: "an empty file", content: "", check: "size", detail: /^The file is empty$/ },
  {
    why: "a file that is not text",
    content: new Uint8Array([10, 0xff]),
    check: "syntax",
    detail: /^Line 2: .*UTF-8/,
    line: 2,
  },
  {
    why: "a NUL character",
    content: "a = 1\n\0",
    check: "syntax",
    detail: /^Line 2 contains a NUL/,
    line: 2,
  },
  {
    why: "broken Python",
    content: "def run(m):\n  return (\n",
    check: "syntax",
    detail: /^Line 2: /,
    line: 2,
  },
  {
    why: "LangChain",
    content: "import langchain\ndef run(m): return m\n",
    check: "framework",
    detail: /LangChain.*not installed/,
  },
  {
    why: "AutoGen",
    content: "from autogen_agentchat import x\ndef run(m): return m\n",
    check: "framework",
    detail: /AutoGen.*not installed/,
  },
  {
    why: "a file that imports two frameworks",
    content: "import langchain, autogen\ndef run(m): return m\n",
    check: "framework",
    detail: /both LangChain and AutoGen/,
  },
  {
    why: "AutoGen 0.2",
    content: "import autogen\nassistant = autogen.AssistantAgent('a', llm_config={})\n",
    check: "framework",
    detail: /^Line 1: The file is written for AutoGen 0\.2 .*autogen_agentchat/,
    line: 1,
  },
  {
    why: "LangChain 0.x",
    content: "import os\nfrom langchain.llms import OpenAI\nllm = OpenAI()\n",
    check: "framework",
    detail: /^Line 2: .*before 1\.0.*from langchain_openai import ChatOpenAI/,
    line: 2,
  },
  {
    why: "a Streamlit app",
    content: "import streamlit as st\nst.title('Chat')\n",
    check: "framework",
    detail: /^Line 1: This is a Streamlit app.*def run\(message\)/,
    line: 1,
  },
  {
    why: "a FastAPI server",
    content: "from fastapi import FastAPI\napp = FastAPI()\n",
    check: "framework",
    detail: /^Line 1: This is a FastAPI server.*def run\(message\)/,
    line: 1,
  },
  {
    why: "a command line program whose arguments are computed",
    content:
      "import argparse\np = argparse.ArgumentParser()\np.add_argument(chr(97))\nprint(p.parse_args())\n",
    check: "entry_point",
    detail: /^Line 3: The name of this argument is computed.*def run\(message\)/,
    line: 3,
  },
  {
    why: "a Discord bot",
    content: "import discord\nclient = discord.Client()\n",
    check: "framework",
    detail: /^Line 1: This is a Discord bot that waits for messages/,
    line: 1,
  },
  {
    why: "a broken notebook",
    name: "a.ipynb",
    content: '{"cells": 3, "nbformat": 4}',
    check: "syntax",
    detail: /^The notebook cannot be read/,
  },
  {
    why: "a notebook",
    name: "a.json",
    content: '{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}',
    check: "framework",
    detail: /^This is a Jupyter notebook\./,
  },
  {
    why: "no entry point",
    content: "print('hello')\n",
    check: "entry_point",
    detail: /No entry point.*run, main, handle or invoke/,
  },
  {
    why: "a secret",
    content: `def run(m): return m\nKEY = "${openAiKey}"\n`,
    check: "secrets",
    detail: /^Line 2 .*OpenAI/,
    line: 2,
  },
  {
    why: "code that raises",
    content: "def run(m):\n    raise ValueError('boom')\n",
    check: "trial_run",
    detail: /^Line 2: .*boom/,
    line: 2,
  },
  {
    why: "code that returns no answer",
    content: "def run(m):\n    answer = m.upper()\n",
    check: "trial_run",
    detail: /^The agent returned no output: it returned nothing and printed nothing. Return the answer/,
  },
  {
    why: "broken JSON",
    name: "a.json",
    content: '{"nodes": [\n  1,,\n]}',
    check: "syntax",
    detail: /^Line 2, column 5: /,
    line: 2,
  },
  {
    why: "an n8n workflow",
    name: "a.json",
    content: '{"name":"w","nodes":[{"name":"a","type":"b"}],"connections":{}}',
    check: "entry_point",
    detail: /has no trigger/,
  },
  {
    why: "a broken n8n workflow",
    name: "a.json",
    content: '{"nodes":[{"name":"a"}],"connections":{}}',
    check: "framework",
    detail: /n8n workflow, but field "nodes.0.type"/,
  },
  {
    why: "a declarative agent that lacks a field",
    name: "a.json",
    content: '{"stoa":1,"name":"x"}',
    check: "entry_point",
    detail: /^Line 1: field "description": is required/,
    line: 1,
  },
  {
    why: "a declarative agent with an unknown field",
    name: "a.json",
    content:
      '{"stoa":1,"name":"x","description":"d","instructions":"i",\n"tools":[\n{"type":"connector","name":"t","description":"d","service":"github","path":"/user",\n"url":"http://10.0.0.1"}]}',
    check: "entry_point",
    detail: /^Line 4: field "tools\[0\].url": is not a field/,
    line: 4,
  },
  {
    why: "a declarative agent with a tool of an unknown type",
    name: "a.json",
    content:
      '{"stoa":1,"name":"x","description":"d","instructions":"i",\n"tools":[{"type":"web","name":"t","description":"d"}]}',
    check: "entry_point",
    detail:
      /^Line 2: field "tools\[0\].type": must be "connector" \(calls a service\), "agent" \(runs another agent\) or "mcp"/,
    line: 2,
  },
  {
    why: "a declarative agent that calls an unknown agent",
    name: "a.json",
    content:
      '{"stoa":1,"name":"x","description":"d","instructions":"i",\n"tools":[{"type":"agent","name":"t","description":"d",\n"agent":4242}]}',
    check: "agents",
    detail: /^Line 3: field "tools\[0\].agent": agent 4242 does not exist or is not public and active/,
    line: 3,
  },
  {
    why: "a declarative agent with an unknown service",
    name: "a.json",
    content:
      '{"stoa":1,"name":"x","description":"d","instructions":"i","tools":[{"type":"connector","name":"t","description":"d",\n"service":"nowhere","path":"/a"}]}',
    check: "connectors",
    detail: /^Line 2: Unknown connector "nowhere"/,
    line: 2,
  },
  {
    why: "a secret in a declarative agent",
    name: "a.json",
    content: `{"stoa":1,"name":"x","description":"d",\n"instructions":"Use ${openAiKey}"}`,
    check: "secrets",
    detail: /^Line 2 .*OpenAI/,
    line: 2,
  },
  {
    why: "any other JSON",
    name: "a.json",
    content: '{"a":1}',
    check: "framework",
    detail: /no field "nodes".*no field "stoa"/,
  },
  {
    why: "JSON that is not an object",
    name: "a.json",
    content: "[]",
    check: "framework",
    detail: /one JSON object/,
  },
  {
    why: "endlessly nested JSON",
    name: "a.json",
    content: "[".repeat(500_000),
    check: "syntax",
    detail: /^Line 1, column 500001: /,
  },
];

test.each(refusals)("$why is refused by the check $check; later checks are skipped", async (refusal) => {
  const { check, detail, line, content, name = "agent.py" } = refusal;
  const problem = await upload({ file: { name, content } });
  expect(problem.error).toBe("upload_refused");
  expect(problem.detail).toMatch(detail);
  const checks = problem.checks ?? [];
  const at = checks.findIndex((each) => each.name === check);
  expect(checks.map((each) => each.name)).toEqual([
    "size",
    "syntax",
    "framework",
    "entry_point",
    "models",
    "connectors",
    "network",
    "agents",
    "secrets",
    "environment",
    "trial_run",
  ]);
  expect(checks.map((each) => each.status)).toEqual(
    checks.map((_, index) => (index < at ? "passed" : index === at ? "failed" : "skipped")),
  );
  expect(checks[at]?.detail).toBe(problem.detail);
  if (line !== undefined) expect(checks[at]?.line).toBe(line);
  expect(JSON.stringify(problem)).not.toContain(openAiKey);
});
