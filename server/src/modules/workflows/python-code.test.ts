import { ExecutionResult, UploadReply } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import { useTestServer } from "../../../../tests/harness/server.ts";
import { uploadForm } from "../catalog/catalog-server.fixture.ts";

const server = useTestServer();

const workflow = (pythonCode: string) =>
  JSON.stringify({
    name: "Python",
    nodes: [
      {
        name: "Start",
        type: "n8n-nodes-base.manualTrigger",
        typeVersion: 1,
        position: [0, 0],
        parameters: {},
      },
      {
        name: "Code",
        type: "n8n-nodes-base.code",
        typeVersion: 2,
        position: [200, 0],
        parameters: { language: "python", pythonCode },
      },
    ],
    connections: { Start: { main: [[{ node: "Code", type: "main", index: 0 }]] } },
    settings: { executionOrder: "v1" },
  });

async function uploaded(name: string, pythonCode: string) {
  const { client } = server();
  const { token } = await client.register();
  const form = uploadForm({
    fields: { name, category: "automation", price_per_token: "0" },
    file: { name: "flow.json", content: workflow(pythonCode) },
  });
  return { token, answer: await client.call("POST", "/api/v1/agents/upload", { token, form }) };
}

test("a workflow with Python code runs in the sandbox of Python agents, in its trial run and later", async () => {
  const { token, answer } = await uploaded(
    "Reversing",
    "import os\nreturn {'output': _input.first().json.message[::-1] + str('STOA_HOME' in os.environ)}",
  );
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  const { agent } = parseAnswer(UploadReply, answer);
  const body = { agent_id: agent.id, input_data: { message: "abc" } };
  const result = parseAnswer(
    ExecutionResult,
    await server().client.post("/api/v1/execute/run", body, { token }),
  );
  expect(result).toMatchObject({ success: true, agent_output: "cbaFalse" });
});

test("an upload whose Python code fails is refused with the Python error and its line number", async () => {
  const { answer } = await uploaded("Failing", "x = 1\nreturn x / 0");
  expect(answer.status).toBe(400);
  expect(JSON.stringify(answer.body)).toContain("ZeroDivisionError: division by zero [line 2]");
});
