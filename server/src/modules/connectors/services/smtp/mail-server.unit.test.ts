import { text } from "node:stream/consumers";
import { afterEach, expect, test } from "vitest";
import { MailServer } from "../../../../../../tests/harness/mail-server.ts";
import { makeTlsIdentity } from "../../../../../../tests/harness/tls-authority.ts";
import { createOutbound } from "../../../../platform/outbound/create-outbound.ts";
import { testConnection } from "../../connection-test.ts";
import { callService, SERVICE_BOUNDS } from "../../proxy/service-call.ts";
import { findService } from "../../supported-services.ts";
import { callMailServer } from "./mail-server.ts";

const smtp = findService("smtp");
if (!smtp) throw new Error("SMTP is not supported");

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

const LOGIN = { user: "me@example.com", password: "right-password" };
const MAIL = { from: "me@example.com", to: "ada@example.com", subject: "Hi", text: "Hello" };
const IDENTITY = makeTlsIdentity(["localhost"]);

async function setUp(
  options: Parameters<typeof MailServer.start>[0] = { identity: IDENTITY, login: LOGIN },
  allow: string[] = ["127.0.0.1/32", "::1/128"],
) {
  const server = await MailServer.start(options);
  const outbound = createOutbound({ allow, ca: IDENTITY.ca });
  opened.push(server, outbound);
  const secrets = {
    credential: LOGIN.password,
    config: { user: LOGIN.user, host: "localhost", port: String(server.port) },
  };
  const ask = async (
    body: unknown,
    options: { password?: string; method?: string; path?: string; signal?: AbortSignal } = {},
  ) => {
    const answer = await callMailServer({
      outbound,
      secrets: { ...secrets, ...(options.password && { credential: options.password }) },
      method: options.method ?? "POST",
      path: options.path ?? "/messages",
      body: Buffer.from(typeof body === "string" ? body : JSON.stringify(body)),
      signal: options.signal ?? new AbortController().signal,
    });
    return { status: answer.status, body: JSON.parse(await text(answer.body)) as unknown };
  };
  return { server, outbound, secrets, ask };
}

test("an email is sent encrypted and authenticated, and the server's answer is returned", async () => {
  const { server, ask } = await setUp();
  const file = { filename: "a.txt", contentType: "text/plain", content: "YWI=" };
  const { status, body } = await ask({ ...MAIL, attachments: [file] });
  expect([status, body]).toMatchObject([
    200,
    {
      accepted: ["ada@example.com"],
      rejected: [],
      envelope: { from: "me@example.com", to: ["ada@example.com"] },
      messageId: expect.stringMatching(/^<.*@example\.com>$/),
    },
  ]);
  const mail = await server.take("ada@example.com", "Hi");
  expect(mail).toMatchObject({ encrypted: true, user: LOGIN.user });
  expect(mail.text).toContain("YWI=");
});

test("a server without encryption gets neither user name nor password", async () => {
  const { server, ask } = await setUp({ login: LOGIN });
  await expect(ask(MAIL)).rejects.toMatchObject({ code: "tls" });
  expect(server.tries).toBe(0);
});

test("a certificate for another host is refused", async () => {
  const { server, ask } = await setUp({ identity: makeTlsIdentity(["localhost"]), login: LOGIN });
  await expect(ask(MAIL)).rejects.toMatchObject({ name: "OutboundError" });
  expect(server.tries).toBe(0);
});

test("an internal address is refused", async () => {
  const { ask } = await setUp(undefined, []);
  await expect(ask(MAIL)).rejects.toMatchObject({ code: "address_refused" });
});

test("returns 401 for a wrong password and 422 for a refused email, with the server's message", async () => {
  const { ask } = await setUp({
    identity: IDENTITY,
    login: LOGIN,
    refusals: [{ code: 554, text: "no spam please" }],
  });
  expect(await ask(MAIL, { password: "wrong-password" })).toMatchObject({
    status: 401,
    body: { code: "wrong_login", message: expect.stringContaining("Invalid login") },
  });
  expect(await ask(MAIL)).toMatchObject({
    status: 422,
    body: { message: expect.stringContaining("no spam please") },
  });
});

test.each([
  ["a body that is not JSON", "{", 400],
  ["a file path", { ...MAIL, attachments: [{ path: "/etc/passwd" }] }, 400],
  ["a field that emails do not have", { ...MAIL, envelope: { to: "x@example.com" } }, 400],
  ["an email without a recipient", { from: "me@example.com", subject: "x", text: "y" }, 422],
])("%s is refused", async (_name, body, status) => {
  const { ask, server } = await setUp();
  expect((await ask(body)).status).toBe(status);
  expect(server.tries).toBe(0);
});

test("returns 404 for another method", async () => {
  const { ask } = await setUp();
  expect((await ask({}, { method: "DELETE" })).status).toBe(404);
});

test("the connection test shows whether the credential works", async () => {
  const { outbound, secrets } = await setUp();
  expect(await testConnection(outbound, smtp, secrets)).toEqual({
    success: true,
    message: "The credential works.",
  });
  expect(await testConnection(outbound, smtp, { ...secrets, credential: "wrong-password" })).toEqual({
    success: false,
    message: "The service refused the credential (wrong user or password).",
  });
});

test("an agent's call to the connector reaches the mail server", async () => {
  const { outbound, secrets, server } = await setUp();
  const answer = await callService(
    outbound,
    {
      connector: { id: "con_1", service: smtp, isActive: true, secrets },
      target: { service: "smtp", path: "/messages", query: "" },
      method: "POST",
      headers: {},
      body: Buffer.from(JSON.stringify(MAIL)),
      isAllowed: () => Promise.resolve(true),
      signal: new AbortController().signal,
    },
    SERVICE_BOUNDS,
  );
  expect([answer.status, answer.headers]).toEqual([200, { "content-type": "application/json" }]);
  expect(await server.take("ada@example.com", "Hi")).toMatchObject({ encrypted: true });
});

test("an aborted call ends immediately", async () => {
  const { ask } = await setUp();
  await expect(ask(MAIL, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: "aborted" });
});
