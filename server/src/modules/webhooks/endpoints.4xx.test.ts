import { Problem, Webhook } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import { addWebhook, useWebhookServer } from "./webhooks.fixture.ts";

const server = useWebhookServer();

const NOBODYS = `whk_${"0".repeat(32)}`;
const UNKNOWN = `whd_${"0".repeat(32)}`;
const SINCE = { since: "2026-01-01T00:00:00Z" };

const ONE: [method: string, path: string, json: object | undefined][] = [
  ["GET", "", undefined],
  ["PUT", "", { description: "x" }],
  ["POST", "/rotate-secret", {}],
  ["DELETE", "", undefined],
  ["POST", "/ping", {}],
  ["GET", "/deliveries", undefined],
  ["GET", `/deliveries/${UNKNOWN}`, undefined],
  ["POST", `/deliveries/${UNKNOWN}/resend`, {}],
  ["POST", "/resend-failed", SINCE],
];

test("refuses requests without a session, with an invalid session, or with an invalid key", async () => {
  const { client } = server();
  const calls: typeof ONE = [
    ["GET", "", undefined],
    ["POST", "", {}],
  ];
  for (const [method, path, json] of ONE) calls.push([method, `/${NOBODYS}${path}`, json]);
  for (const [method, path, json] of calls)
    for (const options of [{}, { token: "nobody" }, { key: "nobody" }]) {
      const address = `/api/v1/webhooks${path}`;
      const answer = await client.call(method, address, {
        ...options,
        ...(json && { json }),
      });
      expect([address, answer.status]).toEqual([address, 401]);
    }
});

test.each(ONE)(
  "returns 404 for %s %s of another account's webhook, and changes nothing",
  async (method, path, json) => {
    const { client, receiver } = server();
    const [owner, other] = [await client.register(), await client.register()];
    const { webhook } = await addWebhook(client, owner.token, { url: receiver.url("/owners") });
    for (const id of [webhook.id, NOBODYS, "1"]) {
      const address = `/api/v1/webhooks/${id}${path}`;
      const answer = await client.call(method, address, { token: other.token, ...(json && { json }) });
      expect(parseAnswer(Problem, answer)).toMatchObject({ status: 404, error: "not_found" });
    }
    const unchanged = await client.get(`/api/v1/webhooks/${webhook.id}`, { token: owner.token });
    expect(parseAnswer(Webhook, unchanged)).toEqual(webhook);
    expect(receiver.received("/owners")).toEqual([]);
  },
);

const good = { url: "https://93.184.215.14/", events: ["run.failed" as const] };

test.each([
  ["events", { url: good.url }],
  ["events", { ...good, events: [] }],
  ["events", { ...good, events: ["run.failed", "run.failed"] }],
  ["events.0", { ...good, events: ["ping"] }],
  ["events.0", { ...good, events: ["run.started"] }],
  ["url", { events: good.events }],
  ["url", { ...good, url: "" }],
  ["url", { ...good, url: "hooks.example.com/x" }],
  ["url", { ...good, url: "ftp://hooks.example.com/x" }],
  ["url", { ...good, url: "https://user:secret@hooks.example.com/x" }],
  ["url", { ...good, url: "https://hooks.example.com/x#here" }],
  ["url", { ...good, url: `https://hooks.example.com/${"x".repeat(2_000)}` }],
  ["description", { ...good, description: "x".repeat(201) }],
  ["description", { ...good, description: "\u0000" }],
  ["secret", { ...good, secret: "whsec_mine" }],
])("returns an error that names the invalid field %s", async (field, body) => {
  const { client } = server();
  const { token } = await client.register();
  const answer = await client.post("/api/v1/webhooks", body, { token });
  expect(parseAnswer(Problem, answer)).toMatchObject({ status: 400, errors: [{ field }] });
});

test.each([
  "https://10.0.0.1/",
  "https://169.254.169.254/latest/meta-data/",
  "https://[::ffff:192.168.1.1]/",
  "https://0x0a000001/",
  "http://93.184.215.14/",
])("refuses the URL %s when a webhook is created or changed", async (url) => {
  const { client } = server();
  const { token } = await client.register();
  const added = parseAnswer(Problem, await client.post("/api/v1/webhooks", { ...good, url }, { token }));
  expect(added).toMatchObject({ status: 400, errors: [{ field: "url" }] });
  expect(added.detail).toMatch(/^url cannot be called\. |https:\/\//);
  const { webhook } = await addWebhook(client, token, good);
  const changed = await client.put(`/api/v1/webhooks/${webhook.id}`, { url }, { token });
  expect(parseAnswer(Problem, changed).detail).toBe(added.detail);
});

test.each([
  ["PUT", "", { is_active: "no" }],
  ["PUT", "", { account_id: "acc_1" }],
  ["PUT", "", { events: [] }],
  ["POST", "/resend-failed", {}],
  ["POST", "/resend-failed", { since: "yesterday" }],
  ["GET", "/deliveries?limit=0", undefined],
  ["GET", "/deliveries?cursor=1", undefined],
  ["GET", "/deliveries?status=lost", undefined],
])("returns 400 for %s %s with %j", async (method, path, json) => {
  const { client } = server();
  const { token } = await client.register();
  const { webhook } = await addWebhook(client, token, good);
  const address = `/api/v1/webhooks/${webhook.id}${path}`;
  const answer = await client.call(method, address, { token, ...(json && { json }) });
  expect(parseAnswer(Problem, answer)).toMatchObject({ status: 400, error: "invalid_request" });
});
