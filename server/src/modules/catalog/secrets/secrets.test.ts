import { AgentSecretList, LIMITS, UploadReply } from "@stoa/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../../tests/harness/client.ts";
import { readStoredText } from "../../../../../tests/harness/contents.ts";
import { SERVER_CONTENT_VAULT, useTestServer } from "../../../../../tests/harness/server.ts";
import { uploadForm } from "../catalog-server.fixture.ts";

const server = useTestServer({});

const KEY = "tvly-5Hq8/Zk+2p==x";
const READS = `import base64, os, sys
import stoa

KEY = os.environ["TAVILY_API_KEY"]


@stoa.agent()
def run(message: str):
    stoa.log("log " + KEY)
    print("printed", KEY, file=sys.stderr)
    if message == "fail":
        raise ValueError("refused " + KEY)
    if message == "stream":
        yield "a " + KEY[:7]
        yield KEY[7:] + " b"
        return
    yield {"plain": KEY, "base64": base64.b64encode(KEY.encode()).decode(), "length": len(KEY)}
`;

async function publish(content = READS) {
  const { client } = server();
  const { token } = await client.register();
  const form = uploadForm({ file: { name: "agent.py", content } });
  const answer = await client.call("POST", "/api/v1/agents/upload", { token, form });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  const { agent, checks } = parseAnswer(UploadReply, answer);
  const path = `/api/v1/agents/${agent.id}/secrets`;
  return {
    token,
    id: agent.id,
    checks,
    path,
    set: (secrets: Record<string, string>) => client.call("PUT", path, { token, json: { secrets } }),
  };
}

async function run(agent_id: number, token: string, message: string) {
  const { client } = server();
  const json = { agent_id, input_data: { message } };
  return client.call("POST", "/api/v1/execute/run", { token, json });
}

test("an agent gets its secrets, and nothing that its run shows contains them", async () => {
  const { client, db } = server();
  const { token, id, checks, path, set } = await publish();
  expect(checks.find(({ name }) => name === "secrets")?.detail).toContain("The file reads TAVILY_API_KEY");
  expect(parseAnswer(AgentSecretList, await client.get(path, { token }))).toEqual({
    secrets: [],
    missing: ["TAVILY_API_KEY"],
  });
  const before = await run(id, token, "hi");
  expect(JSON.stringify(before.body)).toContain("TAVILY_API_KEY");
  const list = parseAnswer(AgentSecretList, await set({ TAVILY_API_KEY: KEY, PIN: "1234" }));
  expect(list.missing).toEqual([]);
  expect(list.secrets.map(({ name, is_masked }) => [name, is_masked])).toEqual([
    ["PIN", false],
    ["TAVILY_API_KEY", true],
  ]);

  const caller = await client.register();
  const answers = await Promise.all(
    ["hi", "fail", "stream"].map((message) => run(id, caller.token, message)),
  );
  const [answered, failed, streamed] = answers.map(({ body }) => JSON.stringify(body));
  expect(answered).toContain('length\\": 18');
  expect(failed).toContain("refused ********");
  expect(streamed).toContain("a ******** b");
  const { rows } = await sql<{ text: string }>`
    SELECT row_to_json(r)::text AS text FROM runs r UNION ALL SELECT row_to_json(a)::text FROM audit_log a
    UNION ALL SELECT row_to_json(v)::text FROM agent_versions v`.execute(db);
  const everything = [
    ...answers.map(({ body }) => JSON.stringify(body)),
    ...rows.map(({ text }) => text),
    await readStoredText(db, SERVER_CONTENT_VAULT),
  ].join("\n");
  expect(everything).toContain("log ********");
  expect(everything).toContain("printed ********");
  expect(everything).not.toContain("5Hq8");
  expect(everything).not.toContain(Buffer.from(KEY).toString("base64").slice(4, 16));
});

test("the checks of a new version name only the variables that are not set", async () => {
  const { client } = server();
  const { token, id, set } = await publish();
  await set({ TAVILY_API_KEY: KEY });
  const release = async (content: string) => {
    const form = new FormData();
    form.set("file", new File([content], "agent.py"));
    const answer = await client.call("POST", `/api/v1/agents/${id}/versions`, { token, form });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    const { checks } = parseAnswer(UploadReply, answer);
    return checks.find(({ name }) => name === "secrets")?.detail;
  };
  expect(await release(READS)).toContain("The file reads TAVILY_API_KEY: all are set");
  expect(await release(READS.replace("KEY =", 'TOKEN = os.getenv("NOTION_TOKEN")\nKEY ='))).toContain(
    "The file reads NOTION_TOKEN, TAVILY_API_KEY: set NOTION_TOKEN under Secrets in the studio",
  );
});

test("the next run gets the new value of a replaced secret, but no deleted secret", async () => {
  const { client } = server();
  const { token, id, path, set } = await publish(
    'import os\n\ndef run(message: str) -> int:\n    return len(os.environ.get("TAVILY_API_KEY", ""))\n',
  );
  const measure = async () => JSON.stringify((await run(id, token, "hi")).body);
  await set({ TAVILY_API_KEY: "x".repeat(11) });
  expect(await measure()).toContain("11");
  await set({ TAVILY_API_KEY: "x".repeat(23) });
  expect(await measure()).toContain("23");
  expect((await client.call("DELETE", `${path}/TAVILY_API_KEY`, { token })).status).toBe(200);
  expect((await client.call("DELETE", `${path}/TAVILY_API_KEY`, { token })).status).toBe(404);
  expect(parseAnswer(AgentSecretList, await client.get(path, { token })).secrets).toEqual([]);
});

test("only the owner can see or change an agent's secrets", async () => {
  const { client } = server();
  const { path, set } = await publish();
  await set({ TAVILY_API_KEY: KEY });
  const { token } = await client.register();
  expect((await client.get(path, { token })).status).toBe(404);
  expect((await client.call("PUT", path, { token, json: { secrets: { A_KEY: "value" } } })).status).toBe(404);
  expect((await client.call("DELETE", `${path}/TAVILY_API_KEY`, { token })).status).toBe(404);
  expect((await client.get(path, {})).status).toBe(401);
});

test.each<[what: string, secrets: Record<string, string>, detail: RegExp]>([
  ["a variable of the system", { PATH: "/x" }, /^PATH is reserved, because it is a system variable/],
  [
    "a variable of the loader",
    { LD_PRELOAD: "/x.so" },
    /^LD_PRELOAD is reserved, because it changes how programs are loaded/,
  ],
  ["the model key that Stoa sets", { OPENAI_API_KEY: "sk" }, /^OPENAI_API_KEY is set by Stoa.*MY_OPENAI_KEY/],
  ["a name in lower case", { tavily_key: "x" }, /"tavily_key" is not a valid name for a secret/],
  ["an empty value", { A_KEY: "" }, /^A_KEY is empty/],
  ["a NUL character", { A_KEY: "a\0b" }, /^A_KEY contains a NUL character/],
  ["a value above the limit", { A_KEY: "x".repeat(LIMITS.secretMaxBytes + 1) }, /^A_KEY is 32769 bytes long/],
])("refuses %s, and stores no secret of the request", async (_what, secrets, detail) => {
  const { client } = server();
  const { token, path, set } = await publish();
  const answer = await set({ FINE: "something", ...secrets });
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({ detail: expect.stringMatching(detail) });
  expect(parseAnswer(AgentSecretList, await client.get(path, { token })).secrets).toEqual([]);
});

test("an agent can have 50 secrets, and a request for more changes nothing", async () => {
  const { client } = server();
  const { token, path, set } = await publish();
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`KEY_${at}`, `value-${at}`]));
  expect((await set(many(LIMITS.secretsMax))).status).toBe(200);
  expect((await set({ ONE_MORE: "value" })).status).toBe(409);
  expect(parseAnswer(AgentSecretList, await client.get(path, { token })).secrets).toHaveLength(
    LIMITS.secretsMax,
  );
});

test("an agent's secrets reach neither the developer's other agents nor the agents that it calls", async () => {
  const { id, token, set } = await publish(
    'import os\n\ndef run(message: str) -> str:\n    return ",".join(sorted(os.environ))\n',
  );
  await set({ TAVILY_API_KEY: KEY });
  expect(JSON.stringify((await run(id, token, "hi")).body)).toContain("TAVILY_API_KEY");
  const { client } = server();
  const form = uploadForm({
    file: {
      name: "b.py",
      content: 'import os\n\ndef run(message: str) -> str:\n    return ",".join(os.environ)\n',
    },
  });
  const other = parseAnswer(UploadReply, await client.call("POST", "/api/v1/agents/upload", { token, form }));
  expect(JSON.stringify((await run(other.agent.id, token, "hi")).body)).not.toContain("TAVILY_API_KEY");
});

test("deleting an agent deletes its secrets", async () => {
  const { client, db } = server();
  const { token, id, set } = await publish();
  await set({ TAVILY_API_KEY: KEY });
  expect((await client.call("DELETE", `/api/v1/agents/${id}`, { token })).status).toBeLessThan(300);
  const { rows } = await sql`SELECT 1 FROM agent_secrets WHERE agent_id = ${id}`.execute(db);
  expect(rows).toEqual([]);
});
