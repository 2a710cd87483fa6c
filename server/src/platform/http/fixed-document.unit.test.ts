import { gunzipSync } from "node:zlib";
import Fastify from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { serveDocument } from "./fixed-document.ts";

const TEXT = JSON.stringify({ openapi: "3.1.1", words: "many words ".repeat(100) });
const app = Fastify();

describe("a fixed document", () => {
  beforeAll(async () => {
    const document = { type: "application/json; charset=utf-8", bytes: Buffer.from(TEXT) };
    serveDocument(app, "/document.json", document);
    serveDocument(app, "/archive.zip", document, { packs: false });
    await app.ready();
  });
  afterAll(() => app.close());
  const get = (headers: Record<string, string> = {}) => app.inject({ url: "/document.json", headers });

  it("is sent uncompressed by default", async () => {
    const answer = await get();
    expect(answer).toMatchObject({ statusCode: 200, payload: TEXT });
    expect(answer.headers).toMatchObject({
      "content-type": "application/json; charset=utf-8",
      "cache-control": "public, no-cache",
      vary: "accept-encoding",
    });
    expect(answer.headers["content-encoding"]).toBeUndefined();
  });

  it("is sent compressed if the client accepts gzip", async () => {
    const answer = await get({ "accept-encoding": "br;q=1.0, gzip;q=0.8" });
    expect(answer.headers["content-encoding"]).toBe("gzip");
    expect(gunzipSync(answer.rawPayload).toString()).toBe(TEXT);
    expect(answer.rawPayload.length).toBeLessThan(TEXT.length / 4);
    expect((await get({ "accept-encoding": "gzip;q=0" })).payload).toBe(TEXT);
  });

  it.each(["", "gzip"])(
    "returns 304 if the client has it already, with Accept-Encoding %j",
    async (coding) => {
      const { etag } = (await get({ "accept-encoding": coding })).headers;
      const again = await get({ "accept-encoding": coding, "if-none-match": `"other", W/${etag}` });
      expect(again).toMatchObject({ statusCode: 304, payload: "" });
      expect(again.headers.etag).toBe(etag);
    },
  );

  it("is never compressed again if it is an archive", async () => {
    const answer = await app.inject({ url: "/archive.zip", headers: { "accept-encoding": "gzip" } });
    expect(answer).toMatchObject({ statusCode: 200, payload: TEXT });
    expect(answer.headers["content-encoding"]).toBeUndefined();
    expect(answer.headers.vary).toBeUndefined();
  });

  it("has a different ETag for each encoding", async () => {
    const [plain, packed] = [await get(), await get({ "accept-encoding": "gzip" })];
    expect(plain.headers.etag).not.toBe(packed.headers.etag);
  });
});
