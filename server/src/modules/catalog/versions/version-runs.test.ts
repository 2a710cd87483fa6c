import { Balance, type ConnectorUse, ExecutionResult, Problem, UploadReply } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../../tests/harness/client.ts";
import { useTestServer } from "../../../../../tests/harness/server.ts";
import { uploadForm, versionForm } from "../catalog-server.fixture.ts";

const server = useTestServer();

const answering = (word: string, connectors: string) =>
  `STOA_CONNECTORS = [${connectors}]\ndef run(message: str) -> str:\n    return "${word} " + message\n`;
const READS = '{"service": "github", "methods": ["GET"], "paths": ["/user"]}';
const SENDS = '{"service": "github", "methods": ["GET", "POST"], "paths": ["/**"]}';

async function market(firstUses: string) {
  const { client } = server();
  const [owner, caller] = [await client.register(), await client.register()];
  const form = uploadForm({ file: { name: "agent.py", content: answering("first", firstUses) } });
  const uploaded = await client.call("POST", "/api/v1/agents/upload", { token: owner.token, form });
  const { agent } = parseAnswer(UploadReply, uploaded);
  const path = `/api/v1/agents/${agent.id}`;
  return {
    path,
    owner,
    caller,
    connectors: agent.connectors,
    newVersion: async (word: string, uses: string) =>
      parseAnswer(
        UploadReply,
        await client.call("POST", `${path}/versions`, {
          token: owner.token,
          form: versionForm(answering(word, uses)),
        }),
      ).agent,
    act: (number: number, action: "activate" | "withdraw") =>
      client.post(`${path}/versions/${number}/${action}`, {}, { token: owner.token }),
    run: (version?: number) =>
      client.post(
        "/api/v1/execute/run",
        { agent_id: agent.id, input_data: { message: "hi" }, ...(version !== undefined && { version }) },
        { token: caller.token },
      ),
  };
}

test("callers are asked for permission again for a version that requires more, but not after a rollback", async () => {
  const { client } = server();
  const { path, caller, connectors, newVersion, act, run } = await market(READS);
  await client.post(
    "/api/v1/connectors",
    { service_name: "github", api_key: "ghp_1" },
    { token: caller.token },
  );
  const allow = (uses: ConnectorUse[]) =>
    client.post(`${path}/connectors/grant`, { uses }, { token: caller.token });
  expect((await allow(connectors)).status).toBe(200);
  expect(parseAnswer(ExecutionResult, await run())).toMatchObject({
    success: true,
    agent_output: "first hi",
  });

  const wider = await newVersion("second", SENDS);
  const asked = await run();
  expect(asked.status).toBe(403);
  expect(parseAnswer(Problem, asked)).toMatchObject({ error: "grant_needed", needs: [{ state: "changed" }] });
  expect(parseAnswer(ExecutionResult, await run(1))).toMatchObject({
    success: true,
    agent_output: "first hi",
  });

  expect((await act(1, "activate")).status).toBe(200);
  expect(parseAnswer(ExecutionResult, await run())).toMatchObject({
    success: true,
    agent_output: "first hi",
  });
  expect((await act(2, "activate")).status).toBe(200);
  expect((await run()).status).toBe(403);
  expect((await allow(wider.connectors)).status).toBe(200);
  expect(parseAnswer(ExecutionResult, await run())).toMatchObject({
    success: true,
    agent_output: "second hi",
  });
});

test("a run of a withdrawn or suspended version is refused with the reason, and no credits are held", async () => {
  const { client, db } = server();
  const { caller, newVersion, act, run } = await market("");
  await newVersion("second", "");
  const third = await newVersion("third", "");
  expect(parseAnswer(ExecutionResult, await run(2))).toMatchObject({ agent_output: "second hi" });
  expect((await act(2, "withdraw")).status).toBe(200);
  const withdrawn = await run(2);
  expect(withdrawn.status).toBe(404);
  expect(parseAnswer(Problem, withdrawn)).toMatchObject({
    error: "not_found",
    detail:
      "Version 2 of this agent was withdrawn by its developer. Request another version, or omit `version` to run the current version.",
  });
  await db
    .updateTable("agent_versions")
    .set({ state: "suspended" })
    .where("agent_id", "=", third.id)
    .where("number", "=", 1)
    .execute();
  const suspended = await run(1);
  expect(suspended.status).toBe(404);
  expect(parseAnswer(Problem, suspended).detail).toMatch(
    /^Version 1 of this agent was suspended by the operator of this server\./,
  );
  expect(parseAnswer(Problem, await run(9)).detail).toMatch(/^This agent has no version 9\./);
  expect(parseAnswer(ExecutionResult, await run())).toMatchObject({ agent_output: "third hi" });
  const balance = await client.get("/api/v1/billing/balance", { token: caller.token });
  expect(parseAnswer(Balance, balance).held).toBe(0);
});
