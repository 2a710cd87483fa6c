import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { CountingBudget } from "./testing/counting-budget.ts";
import { type GatewayFixture, startGateway } from "./testing/gateway-fixture.ts";
import { type ScriptedUpstream, startScriptedUpstream } from "./testing/scripted-upstream.ts";

const MODEL = "text-embedding-3-small";
let upstream: ScriptedUpstream;
let fixture: GatewayFixture;

beforeEach(async () => {
  upstream = await startScriptedUpstream();
});
afterEach(async () => {
  await fixture.close();
  await upstream.close();
});

async function connected(budget = new CountingBudget()): Promise<void> {
  fixture = await startGateway({
    env: { OPENAI_API_KEY: "sk-operators", OPENAI_BASE_URL: upstream.baseUrl },
    budget,
  });
}

const embed = (fields: object) => fixture.post({ model: MODEL, ...fields }, {}, "/v1/embeddings");

function vectors(usage: object | undefined, count = 1): string {
  const data = Array.from({ length: count }, (_, index) => ({
    object: "embedding",
    index,
    embedding: [0.5, 1],
  }));
  return JSON.stringify({ object: "list", data, model: `${MODEL}-1`, ...(usage && { usage }) });
}

function answerWith(status: number, body: string): void {
  upstream.answer((_request, response) => void response.writeHead(status).end(body));
}

describe("an embeddings request to a provider", () => {
  it("returns the vectors unchanged, metered by the provider's count", async () => {
    await connected();
    const body = vectors({ prompt_tokens: 1_000, total_tokens: 1_000 });
    answerWith(200, body);
    const answer = await embed({ input: "a text", encoding_format: "base64", dimensions: 2 });
    expect(answer.text).toBe(body);
    expect(upstream.received[0]?.body).toEqual({
      model: MODEL,
      input: "a text",
      encoding_format: "base64",
      dimensions: 2,
    });
    expect(fixture.budget.lastCall).toMatchObject({
      modelAnswered: `${MODEL}-1`,
      promptTokens: 1_000,
      completionTokens: 0,
      countedBy: "provider",
      outcome: "completed",
      costNano: 20_000n,
    });
    expect(fixture.budget.openReservations).toBe(0);
  });

  it.each([
    ["texts", ["one", "two"], 2, 2],
    ["the tokens of a text", [1, 2, 3], 3, 1],
    ["the tokens of texts", [[1, 2], [3]], 3, 2],
  ])("reserves tokens for %s before the call is sent", async (_case, input, tokens, count) => {
    await connected();
    answerWith(200, vectors(undefined, count));
    expect((await embed({ input })).status).toBe(200);
    expect(fixture.budget.lastCall).toMatchObject({ promptTokens: tokens, countedBy: "gateway" });
  });

  it.each([
    ["another field", { input: "x", store: true }, "unsupported_parameter"],
    ["no input", { input: [] }, "invalid_value"],
    ["texts and tokens together", { input: ["x", 1] }, "invalid_value"],
    ["a negative token", { input: [-1] }, "invalid_value"],
  ])("returns an error for %s", async (_case, fields, code) => {
    await connected();
    const answer = await embed(fields);
    expect([answer.status, JSON.parse(answer.text).error.code]).toEqual([400, code]);
    expect(fixture.budget.reservations.size).toBe(0);
  });

  it("costs nothing if the provider fails, and the prompt's tokens if it returns too few vectors", async () => {
    await connected();
    answerWith(500, "{}");
    expect((await embed({ input: "x" })).status).toBe(502);
    answerWith(200, vectors(undefined, 1));
    expect((await embed({ input: ["x", "y"] })).status).toBe(502);
    expect(fixture.budget.records.map(({ call }) => [call.outcome, call.costNano])).toEqual([
      ["error", 0n],
      ["error", 40n],
    ]);
  });

  it("is refused before the provider is called if there are no credits", async () => {
    await connected(new CountingBudget(0));
    expect((await embed({ input: "x" })).status).toBe(402);
    expect(upstream.received).toEqual([]);
  });
});

describe("an embeddings request to stoa-basic", () => {
  function computeSimilarity(left: number[], right: number[]): number {
    return left.reduce((sum, value, at) => sum + value * (right[at] ?? 0), 0);
  }

  it("returns similar vectors for inputs with the same words, including for token input and base64 output", async () => {
    fixture = await startGateway({ session: { trial: true } });
    const { encode } = await import("gpt-tokenizer/encoding/cl100k_base");
    const texts = ["Refunds take five days", "How long does a refund take?", "The office is in Rome"];
    const plain = JSON.parse((await embed({ input: texts })).text);
    const [refund, question, office] = plain.data.map(({ embedding }: { embedding: number[] }) => embedding);
    expect(refund).toHaveLength(1_536);
    expect(computeSimilarity(refund, question)).toBeGreaterThan(computeSimilarity(office, question) + 0.2);
    expect(plain.model).toBe("stoa-basic");

    const tokens = JSON.parse(
      (await embed({ input: texts.map((text) => encode(text)), encoding_format: "base64" })).text,
    );
    const bytes = Buffer.from(tokens.data[0].embedding, "base64");
    const decoded = [...new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4)];
    expect(computeSimilarity(decoded, refund)).toBeCloseTo(1, 5);
  });

  it("supports inputs without words, unknown tokens and other vector lengths", async () => {
    fixture = await startGateway({ session: { trial: true } });
    for (const input of ["", "...", [999_999]]) {
      const answer = JSON.parse((await embed({ input, dimensions: 8 })).text);
      expect(Math.hypot(...answer.data[0].embedding)).toBeCloseTo(1, 5);
    }
  });
});
