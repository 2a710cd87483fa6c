import { expect, test } from "vitest";
import { openLocalGateway } from "./local-gateway.ts";
import { NO_PYTHON } from "./own-server.fixture.ts";
import { runFile } from "./run-file.ts";

async function ran(parameters: object) {
  const nodes = [
    { name: "Start", type: "n8n-nodes-base.manualTrigger", typeVersion: 1, position: [0, 0] },
    {
      name: "Ask",
      type: "n8n-nodes-base.wait",
      typeVersion: 1.1,
      position: [200, 0],
      parameters: { resume: "webhook", ...parameters },
    },
  ];
  const connections = { Start: { main: [[{ node: "Ask", type: "main", index: 0 }]] } };
  const source = JSON.stringify({ name: "Flow", nodes, connections, settings: { executionOrder: "v1" } });
  const gateway = await openLocalGateway({}, "/nonexistent/stoa.models.json");
  const run = await runFile(source, { a: 1 }, { gateway, python: NO_PYTHON, say: () => undefined });
  await gateway.close();
  return run;
}

test("a local run fails immediately if it waits for an answer without a time limit", async () => {
  const { error } = await ran({});
  expect(error?.node).toBe("Ask");
  expect(error?.message).toContain("there is no server to receive it");
});

test("a local run continues after the time limit of its Wait node", async () => {
  const { error, nodes } = await ran({ limitWaitTime: true, resumeAmount: 0.05, resumeUnit: "seconds" });
  expect(error).toBeUndefined();
  expect(JSON.parse(nodes)).toMatchObject({ Ask: [[{ a: 1 }]] });
});
