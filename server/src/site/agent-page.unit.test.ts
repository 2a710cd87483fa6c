import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Agent } from "@stoa/contract";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { serveAgentPages } from "./agent-page.ts";

const AGENT = {
  id: 7,
  name: 'Bot "one"',
  description: "Answers <email>.",
  framework: "stoa",
  developer: "ada",
  price_per_token: 0,
  visibility: "public",
} as Agent;

/** Starts a server that shows agent 7 to visitors, and no other. */
function start(agent: Agent = AGENT) {
  const appPage = join(mkdtempSync(join(tmpdir(), "stoa-page-")), "index.html");
  writeFileSync(
    appPage,
    '<title>Stoa</title>\n<meta name="description" content="Agents"><noscript>Enable</noscript>',
  );
  const app = Fastify();
  serveAgentPages(app, {
    publicUrl: "https://stoa.example.com",
    findPublicAgent: async (id) => (id === agent.id ? agent : undefined),
    limits: { countByAddress: async () => undefined } as never,
    appPage,
    headers: {},
  });
  return app;
}

test("the page of an agent names a picture with its size and a text for people who do not see it", async () => {
  const { body } = await start().inject("/agent/7");
  const [, url = ""] = /property="og:image" content="([^"]*)"/.exec(body) ?? [];
  expect(url).toMatch(/^https:\/\/stoa\.example\.com\/agent\/7\/preview\.png\?v=[\w-]{16}$/);
  for (const tag of [
    'property="og:image:width" content="1200"',
    'property="og:image:height" content="630"',
    'property="og:image:alt" content="Bot &#34;one&#34;: Answers &#60;email&#62;."',
    'name="twitter:card" content="summary_large_image"',
    `name="twitter:image" content="${url}"`,
  ])
    expect(body).toContain(tag);
});

test("caches keep a picture for as long as it shows the current facts", async () => {
  const app = start();
  const { body } = await app.inject("/agent/7");
  const path = /preview\.png\?v=[\w-]+/.exec(body)?.[0];
  const picture = await app.inject(`/agent/7/${path}`);
  expect(picture.statusCode).toBe(200);
  expect(picture.headers).toMatchObject({
    "content-type": "image/png",
    "cache-control": "public, max-age=86400",
  });
  expect(picture.rawPayload.subarray(1, 4).toString()).toBe("PNG");
  const headers = { "if-none-match": String(picture.headers.etag) };
  expect((await app.inject({ url: `/agent/7/${path}`, headers })).statusCode).toBe(304);
  const outdated = await app.inject("/agent/7/preview.png?v=earlier");
  expect(outdated.headers["cache-control"]).toBe("public, max-age=600");
  const changed = await start({ ...AGENT, name: "Renamed" }).inject({ url: `/agent/7/${path}`, headers });
  expect(changed.statusCode).toBe(200);
});

test("an agent that visitors cannot see has no picture", async () => {
  const app = start();
  expect((await app.inject("/agent/8/preview.png")).statusCode).toBe(404);
  const page = await app.inject("/agent/8");
  expect(page.statusCode).toBe(404);
  expect(page.body).not.toContain("og:image");
});
