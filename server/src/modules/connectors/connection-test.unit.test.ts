import { afterAll, beforeAll, expect, test } from "vitest";
import { type ScriptedService, startScriptedService } from "../../../../tests/harness/scripted-service.ts";
import { createOutbound } from "../../platform/outbound/create-outbound.ts";
import type { Outbound } from "../../platform/outbound/outbound.ts";
import { testConnection } from "./connection-test.ts";
import type { ExpectedTest } from "./expected-test.fixture.ts";
import { EXPECTED_TESTS } from "./expected-tests.fixture.ts";
import { findService, SUPPORTED_SERVICES } from "./supported-services.ts";

let service: ScriptedService;
let outbound: Outbound;

beforeAll(async () => {
  service = await startScriptedService([...new Set(EXPECTED_TESTS.map(({ request }) => request.host))]);
  const real = createOutbound({ allow: ["127.0.0.1/32"], lookup: service.lookup, ca: service.ca });
  outbound = {
    authorities: real.authorities,
    connect: (connection) => real.connect(connection),
    close: () => real.close(),
    checkUrl: (url) => real.checkUrl(url),
    request: (request) => real.request(atItsPort(request)),
  };
});

afterAll(async () => {
  await outbound.close();
  await service.close();
});

/**
 * Returns the request with the simulated service's port, because only root can listen on 443. Throws if its URL already
 * names a port.
 */
function atItsPort<T extends { url: URL }>(request: T): T {
  const url = new URL(request.url);
  if (url.port !== "") throw new Error(`the URL must not name a port: ${url.host}`);
  url.port = String(service.port);
  return { ...request, url };
}

function ask({ service: name, credential, config = {} }: ExpectedTest) {
  const definition = findService(name);
  if (!definition) throw new Error(`there is no ${name}`);
  return testConnection(outbound, definition, { credential, config });
}

const EVERY_REQUEST = { accept: "application/json", "user-agent": "Stoa" };
/** Headers that Node adds for the connection. */
const NOT_OURS = new Set(["connection", "content-length", "accept-encoding"]);

test("every HTTP service has an expected test call", () => {
  expect(EXPECTED_TESTS.map((expected) => expected.service)).toEqual(
    SUPPORTED_SERVICES.filter(({ callService }) => callService === undefined).map(({ name }) => name),
  );
});

test.each(EXPECTED_TESTS)(
  "a test of $service sends exactly the documented call, and passes if the answer is a success",
  async (expected) => {
    service.requests.length = 0;
    service.answer(() => expected.good);
    const { success, message } = await ask(expected);
    expect({ success, message }).toEqual({
      success: true,
      message: "The credential works.",
    });
    const [request, ...more] = service.requests;
    expect(more).toEqual([]);
    expect({
      ...request,
      headers: Object.fromEntries(
        Object.entries(request?.headers ?? {}).filter(([name]) => !NOT_OURS.has(name)),
      ),
    }).toEqual({ body: "", ...expected.request, headers: { ...EVERY_REQUEST, ...expected.request.headers } });
  },
);

test.each(EXPECTED_TESTS)(
  "a refusal by $service is a failure, and its message does not contain the credential",
  async (expected) => {
    service.answer(() => expected.refused);
    const { success, message } = await ask(expected);
    expect(success).toBe(false);
    expect(message).toMatch(/^The service refused the (credential|test call) \(/);
    expect(message).not.toContain(expected.credential);
  },
);

test.each([
  [429, "is rate limiting requests"],
  [500, "The service failed"],
  [404, "rejected the test call"],
  [403, "may lack a permission"],
])('the message for HTTP %i says "%s"', async (status, words) => {
  service.answer(() => ({ status, body: { ok: false, error: "x" } }));
  const [openai] = EXPECTED_TESTS;
  if (!openai) throw new Error("nothing is expected");
  const { success, message } = await ask(openai);
  expect(success).toBe(false);
  expect(message).toContain(words);
});

test("a reason that contains the credential is not quoted", async () => {
  const slack = EXPECTED_TESTS.find((expected) => expected.service === "slack");
  if (!slack) throw new Error("slack is not expected");
  service.answer(() => ({ status: 200, body: { ok: false, error: `no such token: ${slack.credential}` } }));
  expect((await ask(slack)).message).toBe("The service refused the credential (no reason given).");
});

test("an answer that is not JSON is a failure if the service reports errors in the body", async () => {
  const slack = EXPECTED_TESTS.find((expected) => expected.service === "slack");
  if (!slack) throw new Error("slack is not expected");
  service.answer(() => ({ status: 200, body: "<html>Welcome to the hotel's network</html>" }));
  expect((await ask(slack)).success).toBe(false);
});

test("a redirect to another host is not followed", async () => {
  const [openai] = EXPECTED_TESTS;
  if (!openai) throw new Error("nothing is expected");
  service.requests.length = 0;
  service.answer(() => ({ status: 302, headers: { location: "https://slack.com/steal" } }));
  const { success, message } = await ask(openai);
  expect(success).toBe(false);
  expect(message).toMatch(/^Could not reach the service\. /);
  expect(service.requests.map(({ host }) => host)).toEqual(["api.openai.com"]);
});

test("an answer that is too large is a failure", async () => {
  const slack = EXPECTED_TESTS.find((expected) => expected.service === "slack");
  if (!slack) throw new Error("slack is not expected");
  service.answer(() => ({ status: 200, body: { ok: true, padding: "x".repeat(1024 * 1024) } }));
  const { success, message } = await ask(slack);
  expect(success).toBe(false);
  expect(message).toMatch(/^Could not reach the service\. /);
});

test("a test of a service that does not answer fails within ten seconds", async () => {
  const openai = findService("openai");
  if (!openai) throw new Error("there is no openai");
  const impatient: Outbound = {
    authorities: outbound.authorities,
    connect: (connection) => outbound.connect(connection),
    checkUrl: (url) => outbound.checkUrl(url),
    close: () => outbound.close(),
    request: (request) => {
      expect(request.bounds.totalMs).toBeLessThanOrEqual(10_000);
      return outbound.request({ ...request, bounds: { ...request.bounds, totalMs: 100 } });
    },
  };
  service.answer(() => new Promise(() => {}));
  expect(await testConnection(impatient, openai, { credential: "sk-1", config: {} })).toEqual({
    success: false,
    message: expect.stringMatching(/^Could not reach the service\. .*in time/),
  });
});
