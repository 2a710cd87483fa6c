import { Readable } from "node:stream";
import { ExecutionResult } from "@stoa/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { completion, openAiUsage } from "../../../../../gateway/src/testing/scripted-upstream.ts";
import { parseAnswer } from "../../../../../tests/harness/client.ts";
import { type ScriptedService, startScriptedService } from "../../../../../tests/harness/scripted-service.ts";
import { storeHostGrant } from "../../network/grants/host-grant-store.ts";
import { CALLS } from "../called/called.fixture.ts";
import { MODEL, useRuns } from "../runs.fixture.ts";

const PICTURES = "pictures.example.com";
const ELSEWHERE = "elsewhere.example.com";
const PNG = "\u0089PNG\r\n\u001a\n";
const BYTES = Buffer.concat([Buffer.from(PNG, "latin1"), Buffer.from("pixels")]);

let pictures: ScriptedService | undefined;
const service = () => {
  if (!pictures) throw new Error("the image server runs only during tests");
  return pictures;
};

beforeAll(async () => {
  pictures = await startScriptedService([PICTURES, ELSEWHERE]);
});
afterAll(() => pictures?.close());

const stack = useRuns({
  network: () => ({ allow: ["127.0.0.1/32"], lookup: service().lookup, ca: service().ca }),
});

/** An agent that shows the image at a URL to a model, and returns the model's answer. */
const LOOKS = `${CALLS}
def look(url):
    parts = [{"type": "text", "text": "What is this?"}, {"type": "image_url", "image_url": {"url": url}}]
    body = {"model": "${MODEL}", "messages": [{"role": "user", "content": parts}], "max_tokens": 50}
    status, answer = ask("/v1/chat/completions", body)
    return answer["choices"][0]["message"]["content"] if status == 200 else answer["error"]["message"]
`;
const SHOWS_WHAT_IT_IS_SENT = `${LOOKS}
def run(message: str): return look(message)
`;

const address = (path: string, host = PICTURES) => `https://${host}:${service().port}${path}`;

beforeEach(() => {
  service().requests.length = 0;
  service().answer(({ path }) => {
    if (path === "/missing.png") return { status: 404 };
    if (path === "/moved.png") return { status: 302, headers: { location: address("/a.png", ELSEWHERE) } };
    if (path === "/inside.png") return { status: 302, headers: { location: "https://10.0.0.7/a.png" } };
    if (path === "/plain.png") return { status: 302, headers: { location: `http://${PICTURES}/a.png` } };
    if (path === "/large.png") return { status: 200, body: PNG + "x".repeat(6 << 20) };
    return { status: 200, headers: { "content-type": "image/png" }, body: Readable.from([BYTES]) };
  });
  stack().upstream.received.length = 0;
  stack().upstream.answer((_, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(completion("A cat", openAiUsage(1000, 5)));
  });
});

/** Runs an agent for a caller who allows the hosts that it declares. */
async function startRun(source: string, message: string, content: { hosts?: string[] } = {}) {
  const { client, db, person, agent } = stack();
  const [developer, caller] = await Promise.all([person(0n), person()]);
  const agent_id = await agent(developer.accountId, { source, content });
  const { hosts } = content;
  const grant = { userId: caller.userId, agentId: agent_id, agentOwnerAccountId: developer.accountId };
  if (hosts) await storeHostGrant(db, { ...grant, hosts });
  const body = { agent_id, input_data: { message } };
  return parseAnswer(
    ExecutionResult,
    await client.post("/api/v1/execute/run", body, { token: caller.token }),
  );
}

const shown = () => JSON.stringify(stack().upstream.received.at(-1)?.body ?? null);

test("an image whose URL the caller sent reaches the model as data, and the run is charged", async () => {
  const result = await startRun(SHOWS_WHAT_IT_IS_SENT, address("/a.png"));
  expect(result).toMatchObject({ success: true, agent_output: "A cat", tokens_used: 1005 });
  expect(shown()).toContain(`data:image/png;base64,${BYTES.toString("base64")}`);
  expect(shown()).not.toContain(PICTURES);
  expect(service().requests).toMatchObject([{ method: "GET", host: PICTURES, path: "/a.png", body: "" }]);
});

test("an image URL that agent code makes up is not requested, because it could contain the caller's data", async () => {
  const source = `${LOOKS}
def run(message: str): return look("${address("/")}?stolen=" + message)
`;
  const { agent_output } = await startRun(source, "a-secret");
  expect(agent_output).toContain("is neither in the caller's input nor at a host that this agent declares");
  expect(agent_output).toContain("Send the image as a data: URL");
  expect(service().requests).toEqual([]);
  expect(stack().upstream.received).toEqual([]);
});

test("an agent can show images from a host that it declares, but not from other hosts that it redirects to", async () => {
  const source = `${LOOKS}
def run(message: str): return [look("${address("/made-up.png")}"), look("${address("/moved.png")}")]
`;
  const { agent_output } = await startRun(source, "go", { hosts: [`${PICTURES}:${service().port}`] });
  expect(agent_output).toEqual([
    "A cat",
    expect.stringContaining("redirected to a URL that this request must not use"),
  ]);
});

test("a redirect to the new URL of an image is followed", async () => {
  const { agent_output } = await startRun(SHOWS_WHAT_IT_IS_SENT, address("/moved.png"));
  expect(agent_output).toBe("A cat");
  expect(service().requests.map(({ host }) => host)).toEqual([PICTURES, ELSEWHERE]);
});

test.each([
  ["a private IP address", () => "https://10.0.0.7/a.png", "cannot be fetched from 10.0.0.7"],
  [
    "the cloud's metadata address",
    () => "https://169.254.169.254/latest/meta-data",
    "cannot be fetched from",
  ],
  ["a redirect to a private IP address", () => address("/inside.png"), "cannot be fetched from"],
  ["a redirect to http", () => address("/plain.png"), "redirected to a URL that cannot be used"],
  ["an image of more than 5 MiB", () => address("/large.png"), "is larger than 5 MiB. Send a smaller image."],
  ["a missing image", () => address("/missing.png"), "responded with 404"],
  ["an http URL", () => "http://pictures.example.com/a.png", "an image must be an https URL or a data: URL"],
])("%s is refused with the reason", async (_what, url, reason) => {
  const { agent_output } = await startRun(SHOWS_WHAT_IT_IS_SENT, url());
  expect(agent_output).toContain(reason);
  expect(stack().upstream.received).toEqual([]);
});
