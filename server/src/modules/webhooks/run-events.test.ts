import { ExecutionResult, type WebhookPayload } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import { useTestServer } from "../../../../tests/harness/server.ts";
import { someAgent } from "../catalog/catalog.fixture.ts";
import { registerPerson } from "../notifications/notifications.fixture.ts";
import { CALLS } from "../runs/called/called.fixture.ts";
import { OUTPUT_MAX_BYTES } from "./bounds.ts";
import { addWebhook, listDeliveries, NODE_SETTINGS, useWebhookServer, verified } from "./webhooks.fixture.ts";

const server = useWebhookServer();
/**
 * The second node shares the first node's outbox and deliveries, so it must also know the receiver's name and trust the
 * receiver's certificate.
 */
useTestServer({
  beside: server,
  env: NODE_SETTINGS,
  network: () => server().receiver,
});

const RUN_EVENTS = ["run.completed" as const, "run.failed" as const, "run.cancelled" as const];
const ECHO = "def run(message: str):\n    return message\n";

const person = () => registerPerson(server().client, server().db);

function createAgent(
  accountId: string,
  name: string,
  source: string,
  agents: number[] = [],
): Promise<number> {
  return someAgent(server().db, accountId, { name, content: { agents, source, filename: "agent.py" } });
}

async function run(
  token: string,
  agent_id: number,
  message = "hi",
  more: object = {},
): Promise<ExecutionResult> {
  const body = { agent_id, input_data: { message }, ...more };
  return parseAnswer(ExecutionResult, await server().client.post("/api/v1/execute/run", body, { token }));
}

const polled = async (token: string, runId: string) =>
  parseAnswer(ExecutionResult, await server().client.get(`/api/v1/execute/runs/${runId}`, { token }));

/** Returns the payloads that were sent to a path. Waits until there are exactly `count`. */
async function toldAt(path: string, secret: string, count: number): Promise<WebhookPayload[]> {
  const { receiver } = server();
  await expect.poll(() => receiver.received(path).length).toBe(count);
  return receiver.received(path).map((request) => verified(secret, request));
}

test("sends a signed event with the polling result of a successful run, and logs it as delivered", async () => {
  const { client, receiver } = server();
  const [caller, developer] = [await person(), await person()];
  const echo = await createAgent(developer.accountId, "Echo", ECHO);
  const { webhook, secret } = await addWebhook(client, caller.token, {
    url: receiver.url("/good"),
    events: RUN_EVENTS,
  });
  const ended = await run(caller.token, echo, "to be or not to be");
  const [payload] = await toldAt("/good", secret, 1);
  expect(payload).toEqual({
    type: "run.completed",
    timestamp: ended.metadata.timestamp,
    data: { ...(await polled(caller.token, ended.run_id)), agent_output_omitted: false },
  });
  expect(payload?.data).toMatchObject({ agent_output: "to be or not to be", cost: ended.cost });
  const [request] = receiver.received("/good");
  expect(request).toMatchObject({ method: "POST", headers: { "content-type": "application/json" } });

  const noted = async () => (await listDeliveries(client, caller.token, webhook.id))[0];
  await expect.poll(noted).toMatchObject({ status: "delivered" });
  expect(await noted()).toMatchObject({
    event_id: request?.headers["webhook-id"],
    event_type: "run.completed",
    run_id: ended.run_id,
    attempts: 1,
    next_attempt_at: null,
    last_attempt: { number: 1, http_status: 204, error: null, answer: "" },
  });
});

test("sends events for failed, stopped and canceled runs, only to their subscribers", async () => {
  const { client, receiver } = server();
  const [caller, other, developer] = [await person(), await person(), await person()];
  const breaks = await createAgent(
    developer.accountId,
    "Breaks",
    "def run(message: str):\n    raise ValueError(message)\n",
  );
  const sleeps = await createAgent(
    developer.accountId,
    "Sleeps",
    "import time\ndef run(message: str):\n    time.sleep(60)\n",
  );
  const { secret } = await addWebhook(client, caller.token, {
    url: receiver.url("/bad"),
    events: RUN_EVENTS,
  });
  await addWebhook(client, caller.token, { url: receiver.url("/completed-only") });
  await addWebhook(client, other.token, { url: receiver.url("/others"), events: RUN_EVENTS });
  await addWebhook(client, developer.token, { url: receiver.url("/developers"), events: RUN_EVENTS });

  const failed = await run(caller.token, breaks);
  const stopped = await run(caller.token, sleeps, "hi", { timeout: 1 });
  const running = run(caller.token, sleeps);
  const live = () =>
    server().db.selectFrom("runs").select("id").where("status", "=", "running").executeTakeFirst();
  await expect.poll(live).toBeDefined();
  const { id } = (await live()) ?? {};
  await client.post(`/api/v1/execute/runs/${id}/cancel`, {}, { token: caller.token });
  const cancelled = await running;

  const payloads = await toldAt("/bad", secret, 3);
  const told = payloads.map(({ type, data }) => [type, Object(data).run_id, Object(data).status]);
  expect(told.toSorted()).toEqual(
    [
      ["run.failed", failed.run_id, "failed"],
      ["run.failed", stopped.run_id, "timeout"],
      ["run.cancelled", cancelled.run_id, "cancelled"],
    ].toSorted(),
  );
  for (const path of ["/completed-only", "/others", "/developers"])
    expect(receiver.received(path)).toEqual([]);
});

test("includes a child run in its parent's event, and omits an output that is too long", async () => {
  const { client, receiver } = server();
  const [caller, developer] = [await person(), await person()];
  const long = `def run(message: str):\n    return "x" * ${OUTPUT_MAX_BYTES}\n`;
  const longer = await createAgent(developer.accountId, "Long", long);
  const calls = await createAgent(
    developer.accountId,
    "Calls",
    `${CALLS}\ndef run(message: str):\n    call(${longer}, message=message)\n    return message\n`,
    [longer],
  );
  const { secret } = await addWebhook(client, caller.token, { url: receiver.url("/called") });
  const outer = await run(caller.token, calls, "hi");
  const alone = await run(caller.token, longer, "hi");
  const payloads = await toldAt("/called", secret, 2);
  expect(payloads).toContainEqual(
    expect.objectContaining({
      data: expect.objectContaining({
        run_id: outer.run_id,
        called_runs: outer.called_runs,
        total_cost: outer.total_cost,
        agent_output: "hi",
      }),
    }),
  );
  expect(outer.called_runs).toHaveLength(1);
  expect(payloads).toContainEqual(
    expect.objectContaining({
      data: expect.objectContaining({ run_id: alone.run_id, agent_output: null, agent_output_omitted: true }),
    }),
  );
  for (const { body } of receiver.received("/called")) expect(body.length).toBeLessThan(100_000);
});
