import { createPublicKey, type JsonWebKey, verify } from "node:crypto";
import { AccountExport } from "@stoa/contract";
import { beforeAll, describe, expect, test } from "vitest";
import type { RecordedRequest } from "../../../../tests/harness/scripted-service.ts";
import { type RegisteredPerson, registerPerson } from "../accounts/personal-data/full-account.fixture.ts";
import { RUN_WEBHOOKS_PER_RUN } from "../webhooks/bounds.ts";
import { useWebhookServer } from "../webhooks/webhooks.fixture.ts";
import { BINDINGS, call, say } from "./a2a.fixture.ts";
import { createClient, createRequest } from "./javascript-client.fixture.ts";

const server = useWebhookServer();

const ECHO = "def run(message):\n    return message\n";
const WAITS =
  "import time\ndef run(message: str):\n    yield 'waiting'\n    time.sleep(120 if message == 'Wait' else 0)\n";

let caller: RegisteredPerson;
let stranger: RegisteredPerson;
let echo: number;
let waits: number;

beforeAll(async () => {
  [caller, stranger] = [await registerPerson(server()), await registerPerson(server())];
  echo = await stranger.upload({}, ECHO);
  waits = await stranger.upload({}, WAITS);
});

const target = (agentId = echo, key = caller.apiKey) => ({
  server: server(),
  path: `/a2a/agents/${agentId}`,
  key,
});

const withPush = (config: object) => ({ configuration: { taskPushNotificationConfig: config } });

/** Waits for the only request to a path. */
async function receive(path: string): Promise<RecordedRequest> {
  const { receiver } = server();
  await expect.poll(() => receiver.received(path).length, { timeout: 10_000 }).toBe(1);
  const [request] = receiver.received(path);
  if (!request) throw new Error("no request arrived");
  return request;
}

/** Returns the body of a request whose signature was made with a published key. */
async function readSigned({ headers, body }: RecordedRequest) {
  const keys = Object((await server().client.get("/a2a/jwks.json")).body).keys as JsonWebKey[];
  const content = Buffer.from(`${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`);
  const [version = "", signature = ""] = headers["webhook-signature"]?.split(",") ?? [];
  expect(version).toBe("v1a");
  const isSigned = keys.some((key) =>
    verify(null, content, createPublicKey({ key, format: "jwk" }), Buffer.from(signature, "base64")),
  );
  expect(isSigned).toBe(true);
  return JSON.parse(body);
}

describe.each(BINDINGS)("over %s", (binding) => {
  test("the receiver of a message's config gets the task when it has ended, with its credentials and a signature", async () => {
    const path = `/${binding}/inline`;
    const config = {
      url: server().receiver.url(path),
      token: "my-token",
      authentication: { scheme: "Bearer", credentials: "secret-of-the-receiver" },
    };
    const sent = await call(binding, target(), "SendMessage", { ...say("Hello"), ...withPush(config) });
    const { id } = sent.result.task;
    const request = await receive(path);
    expect(request).toMatchObject({
      method: "POST",
      headers: {
        authorization: "Bearer secret-of-the-receiver",
        "x-a2a-notification-token": "my-token",
        "content-type": "application/a2a+json",
      },
    });
    expect(await readSigned(request)).toEqual({ task: sent.result.task });
    const listed = await call(binding, target(), "ListTaskPushNotificationConfigs", { taskId: id });
    expect(listed.result).toEqual({
      configs: [
        { id: expect.any(String), taskId: id, url: config.url, authentication: { scheme: "Bearer" } },
      ],
      nextPageToken: "",
    });
  });

  test("a config can be added to an active task, and one that is deleted gets nothing", async () => {
    const { receiver } = server();
    const sent = await call(binding, target(waits), "SendMessage", {
      ...say("Wait"),
      configuration: { returnImmediately: true },
    });
    const taskId = sent.result.task.id;
    const create = (id: string, path: string) =>
      call(binding, target(waits), "CreateTaskPushNotificationConfig", {
        taskId,
        id,
        url: receiver.url(path),
      });
    const [kept, deleted, old] = ["kept", "deleted", "old"].map((name) => `/${binding}/${name}`);
    await create("kept", `${old}`);
    expect((await create("kept", `${kept}`)).result).toEqual({
      taskId,
      id: "kept",
      url: receiver.url(`${kept}`),
    });
    await create("gone", `${deleted}`);
    for (let times = 0; times < 2; times += 1) {
      const reply = await call(binding, target(waits), "DeleteTaskPushNotificationConfig", {
        taskId,
        id: "gone",
      });
      expect(reply.error).toBeUndefined();
    }
    const read = (id: string) =>
      call(binding, target(waits), "GetTaskPushNotificationConfig", { taskId, id });
    expect((await read("gone")).error).toMatchObject({ reason: "TASK_NOT_FOUND" });
    expect((await read("kept")).result.url).toBe(receiver.url(`${kept}`));
    await call(binding, target(waits), "CancelTask", { id: taskId });
    expect(await readSigned(await receive(`${kept}`))).toMatchObject({
      task: { id: taskId, status: { state: "TASK_STATE_CANCELED" } },
    });
    expect(receiver.received(`${deleted}`)).toEqual([]);
    expect(receiver.received(`${old}`), "a config replaces the one with the same ID").toEqual([]);
  });

  test("a config that is added to an ended task gets the task immediately", async () => {
    const sent = await call(binding, target(), "SendMessage", say("Over"));
    const path = `/${binding}/late`;
    const config = { taskId: sent.result.task.id, id: "late", url: server().receiver.url(path) };
    expect((await call(binding, target(), "CreateTaskPushNotificationConfig", config)).result).toEqual(
      config,
    );
    expect(await readSigned(await receive(path))).toEqual({ task: sent.result.task });
  });

  test("the configs of others, of other agents and of no task are not found", async () => {
    const sent = await call(binding, target(), "SendMessage", say("Mine"));
    const params = { taskId: sent.result.task.id, id: "one", url: server().receiver.url("/foreign") };
    for (const [by, taskId] of [
      [target(echo, stranger.apiKey), params.taskId],
      [target(waits), params.taskId],
      [target(), `run_${"0".repeat(32)}`],
    ] as const)
      for (const operation of ["Create", "Get", "List", "Delete"]) {
        const name = `${operation}TaskPushNotificationConfig${operation === "List" ? "s" : ""}`;
        const reply = await call(binding, by, name, { ...params, taskId });
        expect(reply.error, name).toMatchObject({ reason: "TASK_NOT_FOUND", domain: "a2a-protocol.org" });
      }
    expect(server().receiver.received("/foreign")).toEqual([]);
  });

  test("configs that cannot be called, or that are too many, are refused before a task starts", async () => {
    const { receiver } = server();
    const url = receiver.url("/refused");
    const refusals: [config: object, named: string][] = [
      [{ url: "https://169.254.169.254/latest" }, "private network"],
      [{ url: "http://1.1.1.1/" }, "https"],
      [{ url: "https://user:pw@hooks.example.com/" }, "user name"],
      [{ url: `https://hooks.example.com/${"x".repeat(2_000)}` }, "2000"],
      [{ url, token: "two\nlines" }, "token"],
      [{ url, token: "x".repeat(4_097) }, "token"],
      [{ url, authentication: { scheme: "Bearer" } }, "credentials"],
      [{ url, authentication: { scheme: "Bearer x", credentials: "y" } }, "scheme"],
    ];
    const count = async () => (await call(binding, target(), "ListTasks")).result.totalSize;
    const before = await count();
    for (const [config, named] of refusals) {
      const reply = await call(binding, target(), "SendMessage", { ...say("Hi"), ...withPush(config) });
      expect(reply.error?.code, JSON.stringify(config)).toBe(binding === "JSON-RPC" ? -32602 : 400);
      expect(JSON.stringify(reply.error)).toContain(named);
    }
    expect(await count()).toBe(before);
    const by = target(echo, stranger.apiKey);
    const sent = await call(binding, by, "SendMessage", say("Many"));
    const create = (id: string) =>
      call(binding, by, "CreateTaskPushNotificationConfig", { taskId: sent.result.task.id, id, url });
    for (let n = 0; n < RUN_WEBHOOKS_PER_RUN; n += 1) expect((await create(`${n}`)).error).toBeUndefined();
    expect((await create("one more")).error).toMatchObject({ reason: "CONFLICT", domain: "stoa" });
    expect((await create("0")).error, "replaces one").toBeUndefined();
  });
});

test.each(["JSONRPC", "HTTP+JSON"] as const)(
  "the official client manages configs over %s",
  async (binding) => {
    const client = await createClient(server(), echo, caller.apiKey, binding);
    const url = server().receiver.url(`/official/${binding}`);
    const common = { tenant: "", authentication: { scheme: "Bearer", credentials: "abc" }, token: "t", url };
    const task = await client.sendMessage({
      ...createRequest("Hi"),
      configuration: {
        ...{ acceptedOutputModes: [], returnImmediately: false, historyLength: undefined },
        taskPushNotificationConfig: { ...common, id: "first", taskId: "" },
      },
    });
    if (!("artifacts" in task)) throw new Error("the agent replied with a message");
    const request = await receive(`/official/${binding}`);
    expect(request.headers).toMatchObject({ authorization: "Bearer abc", "x-a2a-notification-token": "t" });
    const named = { tenant: "", taskId: task.id };
    await client.createTaskPushNotificationConfig({ ...common, ...named, id: "second" });
    const { configs } = await client.listTaskPushNotificationConfig({ ...named, pageSize: 0, pageToken: "" });
    expect(configs.map(({ id }) => id)).toEqual(["first", "second"]);
    await client.deleteTaskPushNotificationConfig({ ...named, id: "first" });
    const read = await client.getTaskPushNotificationConfig({ ...named, id: "second" });
    expect(read).toMatchObject({ url, authentication: { scheme: "Bearer", credentials: "" } });
  },
);

test("an account's export has its configs without their secrets, and its deletion removes them", async () => {
  const { client, db, receiver } = server();
  const leaving = await registerPerson(server());
  const sent = await call("JSON-RPC", target(echo, leaving.apiKey), "SendMessage", {
    ...say("Bye"),
    ...withPush({ id: "mine", url: receiver.url("/leaving"), token: "token-of-mine" }),
  });
  await receive("/leaving");
  const stored = await db
    .selectFrom("webhook_endpoints")
    .selectAll()
    .where("account_id", "=", leaving.accountId)
    .executeTakeFirstOrThrow();
  expect(stored.sealed_secret.toString("latin1")).not.toContain("token-of-mine");
  const exported = await client.get("/api/v1/users/export", { token: leaving.token });
  expect(AccountExport.parse(exported.body).webhooks).toMatchObject([
    { run_id: sent.result.task.id, name: "mine", url: receiver.url("/leaving") },
  ]);
  expect(JSON.stringify(exported.body)).not.toContain("token-of-mine");
  expect((await client.get("/api/v1/webhooks", { token: leaving.token })).body).toMatchObject({
    webhooks: [],
  });
  const json = { password: "correct horse", give_up_balance: true };
  expect((await client.call("DELETE", "/api/v1/users/me", { token: leaving.token, json })).status).toBe(200);
  const left = await db
    .selectFrom("webhook_endpoints")
    .select("id")
    .where("account_id", "=", leaving.accountId)
    .execute();
  expect(left).toEqual([]);
});
