import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { createClientSnippet } from "./client-snippets.ts";

const subject = {
  origin: "https://stoa.example",
  agentId: 4,
  input: { top: 5, topic: 'It\'s "late"\nübrigens', strict: true },
};

/** Evaluates the arguments of a call in a snippet, with functions that return their arguments. */
function readCall(code: string, name: string): unknown {
  const argument =
    new RegExp(`${name.replaceAll(".", "\\.")}\\(((?:\n.*?\n|.*?))\\)\n`, "s").exec(code)?.[1] ?? "";
  const script = `import json; print(json.dumps(dict(${argument})))`;
  return JSON.parse(execFileSync("python3", ["-c", script], { encoding: "utf8" }));
}

test("the code for OpenAI's client sends the text as the message and the other inputs beside it", () => {
  const code = createClientSnippet("OpenAI", subject);
  expect(code).toContain('base_url="https://stoa.example/v1"');
  expect(readCall(code, "client.chat.completions.create")).toEqual({
    model: "agent/4",
    messages: [{ role: "user", content: subject.input.topic }],
    extra_body: { input_data: { top: 5, strict: true } },
  });
});

test("the settings of an MCP client name the agent's own URL", () => {
  expect(JSON.parse(createClientSnippet("MCP", subject))).toMatchObject({
    mcpServers: { "stoa-agent-4": { type: "http", url: "https://stoa.example/mcp/agents/4" } },
  });
});

test("the code for an A2A client is valid Python and names the agent's card", () => {
  const code = createClientSnippet("A2A", subject);
  expect(code).toContain('create_client("https://stoa.example/a2a/agents/4", config)');
  execFileSync("python3", ["-c", "import ast, sys; ast.parse(sys.stdin.read())"], { input: code });
});
