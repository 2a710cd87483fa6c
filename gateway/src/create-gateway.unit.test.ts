import { connect } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { ask, type GatewayFixture, startGateway } from "./testing/gateway-fixture.ts";

let fixture: GatewayFixture | undefined;
afterEach(async () => {
  await fixture?.close();
  fixture = undefined;
});

function parseError(text: string): { message: string; type: string; code: string; param: string | null } {
  return JSON.parse(text).error;
}

/** Sends raw bytes and resolves with everything received until the gateway closes the connection. */
function untilClosed(port: number, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let text = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    socket.on("data", (data) => {
      text += String(data);
    });
    socket.on("close", () => resolve(text));
    socket.on("error", () => undefined);
  });
}

describe("the gateway's HTTP interface", () => {
  it.each([
    ["another token", "Bearer another-token-of-a-run"],
    ["a longer token", "Bearer run-token-of-this-run-and-more"],
    ["no token", ""],
  ])("returns 401 in OpenAI's format for %s", async (_case, authorization) => {
    fixture = await startGateway();
    const answer = await fixture.post(ask("Hello"), { authorization });
    expect(answer.status).toBe(401);
    expect(parseError(answer.text)).toMatchObject({
      type: "authentication_error",
      code: "invalid_api_key",
      param: null,
    });
    expect(fixture.budget.reservations.size).toBe(0);
  });

  it("lists models and aliases, and returns a single one", async () => {
    fixture = await startGateway({ env: { STOA_MODEL_ALIASES: "house=stoa-basic" } });
    const list = JSON.parse((await fixture.get("/v1/models")).text);
    expect(list.data.map(({ id }: { id: string }) => id)).toEqual(["default", "house", "stoa-basic"]);
    const one = await fixture.get("/v1/models/stoa-basic");
    expect(JSON.parse(one.text)).toMatchObject({ id: "stoa-basic", object: "model", owned_by: "stoa" });
    expect((await fixture.get("/v1/models/gpt-9")).status).toBe(404);
  });

  it("answers with the default model even if a library adds a provider's prefix to its name", async () => {
    fixture = await startGateway();
    for (const model of ["openai/default", "openai-chat:default"]) {
      expect((await fixture.post(ask("Hello", { model }))).status, model).toBe(200);
    }
    expect((await fixture.post(ask("Hello", { model: "default-2" }))).status).toBe(404);
  });

  it("returns 404 with the available models for an unknown model", async () => {
    fixture = await startGateway();
    const answer = await fixture.post(ask("Hello", { model: "gpt-9" }));
    expect(answer.status).toBe(404);
    expect(parseError(answer.text)).toMatchObject({ code: "model_not_found", param: "model" });
    expect(parseError(answer.text).message).toContain("default, stoa-basic");
  });

  it("answers every model name with stoa-basic in a trial", async () => {
    fixture = await startGateway({ session: { trial: true } });
    const answer = await fixture.post(ask("Hello", { model: "gpt-9" }));
    expect(JSON.parse(answer.text).model).toBe("stoa-basic");
    expect(fixture.budget.lastCall).toMatchObject({
      modelRequested: "gpt-9",
      modelAnswered: "stoa-basic",
      costNano: 0n,
    });
  });

  it.each([
    ["previous_response_id", { previous_response_id: "x" }],
    ["messages[0].audio", { messages: [{ role: "user", content: "Hi", audio: {} }] }],
  ])("rejects the field %s and names it", async (field, extra) => {
    fixture = await startGateway();
    const answer = await fixture.post(ask("Hello", { model: "default", ...extra }));
    expect(answer.status).toBe(400);
    expect(parseError(answer.text)).toMatchObject({ code: "unsupported_parameter", param: field });
  });

  it.each([
    ["n", { n: 2 }],
    ["store", { store: true }],
    ["service_tier", { service_tier: "flex" }],
    ["max_tokens", { max_tokens: 0 }],
    ["messages", { messages: [] }],
    ["temperature", { temperature: 3 }],
  ])("rejects an invalid %s", async (field, extra) => {
    fixture = await startGateway();
    const answer = await fixture.post(ask("Hello", { model: "default", ...extra }));
    expect(answer.status).toBe(400);
    expect(parseError(answer.text).param).toBe(field);
  });

  it("rejects malformed and deeply nested JSON with 400", async () => {
    fixture = await startGateway();
    expect((await fixture.post("{")).status).toBe(400);
    const deep = `{"model":"default","messages":${"[".repeat(200_000)}${"]".repeat(200_000)}}`;
    expect((await fixture.post(deep)).status).toBe(400);
    const parameters = `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`;
    const tools = `[{"type":"function","function":{"name":"f","parameters":${parameters}}}]`;
    const nested = `{"model":"default","messages":[{"role":"user","content":"Hi"}],"tools":${tools}}`;
    expect((await fixture.post(nested)).status).toBe(400);
  });

  it("accepts an earlier answer that a client sends back as a message", async () => {
    fixture = await startGateway();
    const returned = {
      role: "assistant",
      content: "Hi",
      refusal: null,
      annotations: [],
      audio: null,
      function_call: null,
    };
    const messages = [{ role: "user", content: "Hello" }, returned, { role: "user", content: "Hello" }];
    expect((await fixture.post({ model: "default", messages })).status).toBe(200);
  });

  it("rejects a body above 8 MiB with 413, whether or not its length is declared", async () => {
    fixture = await startGateway();
    const answer = await fixture.post(ask("x".repeat(9 * 1024 * 1024)));
    expect(answer.status).toBe(413);
    const head =
      "POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nauthorization: Bearer run-token-of-this-run\r\n";
    const piece = `100000\r\n${"x".repeat(0x100000)}\r\n`;
    const text = await untilClosed(
      fixture.port,
      `${head}transfer-encoding: chunked\r\n\r\n${piece.repeat(9)}`,
    );
    expect(text).toContain("413");
  });

  it("disconnects a client that is slow to send its header or its body", async () => {
    fixture = await startGateway({ timeouts: { headMs: 50, requestMs: 100 } });
    expect(await untilClosed(fixture.port, "GET /v1/models HTTP/1.1\r\nx: ")).toContain("408");
    const head =
      "POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nauthorization: Bearer run-token-of-this-run\r\n";
    expect(await untilClosed(fixture.port, `${head}content-length: 10\r\n\r\n{`)).toContain("408");
    expect(fixture.budget.openReservations).toBe(0);
  });

  it("refuses a run's 129th connection", async () => {
    fixture = await startGateway();
    const { port } = fixture;
    const open = Array.from({ length: 128 }, () => connect(port, "127.0.0.1"));
    await Promise.all(open.map((socket) => new Promise((resolve) => socket.once("connect", resolve))));
    expect(await untilClosed(port, "GET /v1/models HTTP/1.1\r\nhost: x\r\n\r\n")).toBe("");
    for (const socket of open) socket.destroy();
  });
});
