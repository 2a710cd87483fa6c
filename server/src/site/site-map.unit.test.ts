import Fastify from "fastify";
import { expect, test } from "vitest";
import { serveSiteMap } from "./site-map.ts";

function start(publicAgents: (limit: number) => Promise<readonly number[]>) {
  const app = Fastify();
  serveSiteMap(app, {
    publicUrl: "https://stoa.example.com",
    pages: ["/", "/guides"],
    listPublicAgents: publicAgents,
  });
  return app;
}

test("lists pages and public agents at the server's public URL, and reads them from the database once", async () => {
  const limits: number[] = [];
  const app = start(async (limit) => {
    limits.push(limit);
    return [7, 3];
  });
  const [first, second] = [await app.inject("/sitemap.xml"), await app.inject("/sitemap.xml")];
  expect(first.headers["content-type"]).toContain("application/xml");
  expect([...first.body.matchAll(/<loc>(.*?)<\/loc>/g)].map((match) => match[1])).toEqual([
    "https://stoa.example.com/",
    "https://stoa.example.com/guides",
    "https://stoa.example.com/agent/7",
    "https://stoa.example.com/agent/3",
  ]);
  expect(second.body).toBe(first.body);
  expect(limits).toHaveLength(1);
  expect(limits[0]).toBeLessThan(50_000);
});

test("reads the agents again after a failure", async () => {
  let calls = 0;
  const app = start(async () => {
    if (++calls === 1) throw new Error("the database is away");
    return [];
  });
  expect((await app.inject("/sitemap.xml")).statusCode).toBe(500);
  expect((await app.inject("/sitemap.xml")).statusCode).toBe(200);
});

test("robots.txt links to the sitemap and excludes personal pages", async () => {
  const { body } = await start(async () => []).inject("/robots.txt");
  expect(body).toContain("Sitemap: https://stoa.example.com/sitemap.xml");
  expect(body).toContain("Disallow: /settings");
  expect(body).not.toContain("Disallow: /marketplace");
  expect(body).not.toContain("Disallow: /agent");
});
