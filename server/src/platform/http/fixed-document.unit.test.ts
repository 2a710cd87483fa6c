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

  it("comes as it is to who asks for nothing else", async () => {
    const answer = await get();
    expect(answer).toMatchObject({ statusCode: 200, payload: TEXT });
    expect(answer.headers).toMatchObject({
      "content-type": "application/json; charset=utf-8",
      "cache-control": "public, no-cache",
      vary: "accept-encoding",
    });
    expect(answer.headers["content-encoding"]).toBeUndefined();
  });

  it("comes packed to who takes that", async () => {
    const answer = await get({ "accept-encoding": "br;q=1.0, gzip;q=0.8" });
    expect(answer.headers["content-encoding"]).toBe("gzip");
    expect(gunzipSync(answer.rawPayload).toString()).toBe(TEXT);
    expect(answer.rawPayload.length).toBeLessThan(TEXT.length / 4);
    expect((await get({ "accept-encoding": "gzip;q=0" })).payload).toBe(TEXT);
  });

  it.each(["", "gzip"])("is not sent again to who has it (%j)", async (coding) => {
    const { etag } = (await get({ "accept-encoding": coding })).headers;
    const again = await get({ "accept-encoding": coding, "if-none-match": `"other", W/${etag}` });
    expect(again).toMatchObject({ statusCode: 304, payload: "" });
    expect(again.headers.etag).toBe(etag);
  });

  it("that is packed already comes as it is to everybody", async () => {
    const answer = await app.inject({ url: "/archive.zip", headers: { "accept-encoding": "gzip" } });
    expect(answer).toMatchObject({ statusCode: 200, payload: TEXT });
    expect(answer.headers["content-encoding"]).toBeUndefined();
    expect(answer.headers.vary).toBeUndefined();
  });

  it("has another tag in another form", async () => {
    const [plain, packed] = [await get(), await get({ "accept-encoding": "gzip" })];
    expect(plain.headers.etag).not.toBe(packed.headers.etag);
  });
});
