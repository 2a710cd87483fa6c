import { RunLink, RunLinkState, SHARED_RUN_TEXTS, SharedRun } from "@stoa/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { type Person, parseAnswer } from "../../../../tests/harness/client.ts";
import { useFilesOfRuns } from "../files/files-of-runs.fixture.ts";
import { deleteEndedLinks } from "./link-store.ts";

const stack = useFilesOfRuns();

const ECHO = `
import time

def run(message: str):
    if message == "wait":
        time.sleep(60)
    if message == "fail":
        raise ValueError("asked to fail")
    return "You said: " + message
`;

/** Counts the lines of a file, and returns the count as a file. */
const COUNTS = `
import os
from pathlib import Path

def run(report: Path, note: str = "none"):
    count = len(report.read_text().splitlines())
    (Path(os.environ["STOA_OUTPUT_DIR"]) / "count.txt").write_text(str(count))
    return f"{count} lines"
`;

/** A person who has run an agent, and the calls about the run's link. */
async function someRun(source = ECHO, message = "hello") {
  const all = stack();
  const { agent, token: developerToken } = await all.upload(source);
  const caller = await all.client.register();
  const run = await all.run(caller, agent.id, { message });
  const path = `/api/v1/execute/runs/${run.run_id}/link`;
  const by = ({ token }: Person) => ({
    share: () => all.client.post(path, {}, { token }),
    unshare: () => all.client.call("DELETE", path, { token }),
    state: () => all.client.get(path, { token }),
  });
  return { ...all, agent, developerToken, caller, run, path, by, ...by(caller) };
}

const readLink = (url: string) =>
  stack().client.get(`/api/v1/shared-runs/${new URL(url).pathname.split("/").at(-1)}`);

async function shareRun(share: () => ReturnType<typeof readLink>): Promise<string> {
  return parseAnswer(RunLink, await share()).url;
}

test("a link shows agent, input and output without the caller and the cost, until it is revoked or replaced", async () => {
  const { share, unshare, state, agent, caller, run } = await someRun();
  expect(parseAnswer(RunLinkState, await state())).toEqual({ shared_at: null });
  const first = await shareRun(share);
  expect(new URL(first).pathname).toMatch(/^\/shared-runs\/[\w-]{32}$/);
  const answer = await readLink(first);
  expect(parseAnswer(SharedRun, answer)).toMatchObject({
    agent: { id: agent.id, name: agent.name },
    status: "completed",
    input_data: { message: "hello" },
    agent_output: "You said: hello",
    artifacts: [],
  });
  expect(answer.headers.get("x-robots-tag")).toBe("noindex");
  expect(answer.headers.get("cache-control")).toBe("no-store");
  const text = JSON.stringify(answer.body);
  for (const hidden of [caller.username, caller.email, run.run_id, "cost", "tokens"])
    expect(text).not.toContain(hidden);
  expect(parseAnswer(RunLinkState, await state()).shared_at).not.toBeNull();
  const second = await shareRun(share);
  expect(await readLink(first)).toMatchObject({ status: 404 });
  expect(await readLink(second)).toMatchObject({ status: 200 });
  expect(await unshare()).toMatchObject({ status: 200 });
  expect(await readLink(second)).toMatchObject({ status: 404 });
  expect(parseAnswer(RunLinkState, await state())).toEqual({ shared_at: null });
});

test("readers get the files that the agent returned, and only the names of the files that it was given", async () => {
  const all = stack();
  const { agent } = await all.upload(COUNTS);
  const caller = await all.client.register();
  const file = await all.store(caller, "layoffs 2027.txt", "one\ntwo\n");
  const run = await all.run(caller, agent.id, { report: file.id, note: "short" });
  const share = () => all.client.post(`/api/v1/execute/runs/${run.run_id}/link`, {}, { token: caller.token });
  const url = await shareRun(share);
  const shared = parseAnswer(SharedRun, await readLink(url));
  expect(shared.input_data).toEqual({ report: { file: "layoffs 2027.txt" }, note: "short" });
  expect(shared.artifacts).toMatchObject([{ name: "count.txt" }]);
  expect(await all.readLink(shared.artifacts[0]?.url ?? "")).toEqual({ status: 200, text: "2" });
  expect(JSON.stringify(shared)).not.toContain(file.id);
  await all.client.call("DELETE", `/api/v1/files/${file.id}`, { token: caller.token });
  expect(parseAnswer(SharedRun, await readLink(url)).input_data).toMatchObject({ report: { file: null } });
});

test("only the caller can share a run, and see whether it is shared", async () => {
  const { by, share, developerToken, client, path } = await someRun();
  const url = await shareRun(share);
  const stranger = by(await client.register());
  for (const call of [stranger.share, stranger.unshare, stranger.state])
    expect(await call()).toMatchObject({ status: 404 });
  expect(await client.post(path, {}, { token: developerToken })).toMatchObject({ status: 404 });
  expect(await client.post(path, {})).toMatchObject({ status: 401 });
  expect(await readLink(url)).toMatchObject({ status: 200 });
  expect(await client.get(`/api/v1/shared-runs/${"x".repeat(32)}`)).toMatchObject({ status: 404 });
  expect(await client.get("/api/v1/shared-runs/short")).toMatchObject({ status: 404 });
});

test("a run without a delivered output, and a run that an agent started, cannot be shared", async () => {
  const { client, caller, agent, db, run, share, execute } = await someRun();
  const { token } = caller;
  const shareById = (id: string) => client.post(`/api/v1/execute/runs/${id}/link`, {}, { token });
  const conflict = (detail: string) => ({ status: 409, body: { error: "conflict", detail } });
  const failed = Object((await execute(caller, agent.id, { message: "fail" })).body);
  expect(await shareById(failed.run_id)).toMatchObject(conflict(SHARED_RUN_TEXTS.noOutput));

  const asked = { agent_id: agent.id, input_data: { message: "wait" } };
  const headers = { prefer: "respond-async" };
  const active = Object((await client.post("/api/v1/execute/run", asked, { token, headers })).body);
  expect(await shareById(active.run_id)).toMatchObject(conflict(SHARED_RUN_TEXTS.active));
  await client.post(`/api/v1/execute/runs/${active.run_id}/cancel`, {}, { token });

  const setParent = (parent: string | null) =>
    sql`UPDATE runs SET parent_id = ${parent} WHERE id = ${run.run_id}`.execute(db);
  await setParent(failed.run_id);
  expect(await share()).toMatchObject(conflict(SHARED_RUN_TEXTS.calledByAgent));
  await setParent(null);
  await sql`DELETE FROM run_contents WHERE run_id = ${run.run_id}`.execute(db);
  expect(await share()).toMatchObject(conflict(SHARED_RUN_TEXTS.contentDeleted));
});

test("a private agent stays hidden, and a suspended agent's runs are not shown", async () => {
  const { share, agent, db } = await someRun();
  const url = await shareRun(share);
  const change = (assignment: ReturnType<typeof sql>) =>
    sql`UPDATE agents SET ${assignment} WHERE id = ${agent.id}`.execute(db);
  await change(sql`visibility = 'private', name = 'Zanzibar'`);
  const answer = await readLink(url);
  expect(parseAnswer(SharedRun, answer)).toMatchObject({ agent: null, agent_output: "You said: hello" });
  expect(JSON.stringify(answer.body)).not.toMatch(/Zanzibar|agent_id/);
  await change(sql`visibility = 'public', suspended_at = now(), suspension_reason = 'It spies'`);
  expect(await readLink(url)).toMatchObject({ status: 404 });
});

test("a link ends with the content of the run, and with the suspension or deletion of the account", async () => {
  const { share, db, run, caller, client, execute, agent } = await someRun();
  const url = await shareRun(share);
  const member = await client.register();
  const suspend = (person: Person, at: Date | null) =>
    sql`UPDATE users SET suspended_at = ${at}, suspension_reason = ${at && "Spam"}
      WHERE username = ${person.username}`.execute(db);
  const setSharer = (person: Person) =>
    sql`UPDATE run_links SET user_id = (SELECT id FROM users WHERE username = ${person.username})
      WHERE run_id = ${run.run_id}`.execute(db);
  for (const [sharer, suspended] of [
    [member, member],
    [member, caller],
    [caller, caller],
  ] as const) {
    await setSharer(sharer);
    expect(await readLink(url)).toMatchObject({ status: 200 });
    await suspend(suspended, new Date());
    expect(await readLink(url)).toMatchObject({ status: 404 });
    await suspend(suspended, null);
  }
  await deleteEndedLinks(db);
  expect(await readLink(url)).toMatchObject({ status: 200 });
  await sql`DELETE FROM run_contents WHERE run_id = ${run.run_id}`.execute(db);
  expect(await readLink(url)).toMatchObject({ status: 404 });
  await deleteEndedLinks(db);
  const countLinks = async () => (await sql`SELECT FROM run_links`.execute(db)).rows.length;
  const others = await countLinks();

  const { run_id: id } = Object((await execute(caller, agent.id, { message: "again" })).body);
  const { token } = caller;
  const again = await shareRun(() => client.post(`/api/v1/execute/runs/${id}/link`, {}, { token }));
  expect(await countLinks()).toBe(others + 1);
  const { password } = caller;
  expect(await client.call("DELETE", "/api/v1/users/me", { token, json: { password } })).toMatchObject({
    status: 200,
  });
  expect(await readLink(again)).toMatchObject({ status: 404 });
  expect(await countLinks()).toBe(others);
});
