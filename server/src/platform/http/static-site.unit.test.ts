import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createHttpServer } from "./http-server.ts";
import { serveSite } from "./static-site.ts";

let app: FastifyInstance;
let site = "";

beforeAll(async () => {
  site = await mkdtemp(join(tmpdir(), "stoa-site-"));
  await writeFile(join(site, "index.html"), "<title>Stoa</title><script>go()</script>");
  await writeFile(join(site, "landing.html"), "<title>Landing</title>");
  await mkdir(join(site, ".vite"));
  await writeFile(
    join(site, ".vite", "paths.json"),
    JSON.stringify([
      "/",
      "/marketplace",
      "/agent/$id",
      "/settings",
      "/settings/$tab",
      "/guides",
      "/guides/start",
    ]),
  );
  await mkdir(join(site, "guides"));
  await writeFile(join(site, "guides", "start.html"), "<title>Start</title>");
  await writeFile(join(site, "guides", "start.html.gz"), gzipSync("<title>Start, packed</title>"));
  app = createHttpServer({ log: pino({ level: "silent" }) });
  await serveSite(app, site);
  await app.listen({ host: "127.0.0.1", port: 0 });
});

afterAll(async () => {
  await app.close();
  await rm(site, { recursive: true });
});

const visit = (method: string, path: string, accept: string) =>
  fetch(app.listeningOrigin + path, { method, headers: { accept } });

test.each([
  ["GET", "/marketplace", "text/html,*/*"],
  ["GET", "/marketplace?search=a.b", "*/*"],
  ["GET", "/agent/4", "application/json"],
  ["HEAD", "/settings/logs", "*/*"],
])("%s %s with Accept: %s returns the app's page", async (method, path, accept) => {
  const response = await visit(method, path, accept);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toContain("text/html");
  expect(response.headers.get("cache-control")).toBe("no-cache");
  expect(await response.text()).toBe(method === "HEAD" ? "" : "<title>Stoa</title><script>go()</script>");
});

test.each([
  ["GET", "/not.found", "text/html"],
  ["GET", "/marketplac", "*/*"],
  ["GET", "/settings/logs/more?search=a", "text/html"],
])("%s %s with Accept: %s returns the app's page with status 404", async (method, path, accept) => {
  const response = await visit(method, path, accept);
  expect(response.status).toBe(404);
  expect(response.headers.get("content-type")).toContain("text/html");
  expect(await response.text()).toContain("<title>Stoa</title>");
});

test.each([
  ["/", "<title>Landing</title>"],
  ["/?from=mail", "<title>Landing</title>"],
  ["/guides/start", "<title>Start, packed</title>"],
  ["/guides/start?x=1", "<title>Stoa</title><script>go()</script>"],
  ["/guides", "<title>Stoa</title><script>go()</script>"],
])("%s returns the prerendered page, compressed if the build compressed it", async (path, page) => {
  const response = await fetch(app.listeningOrigin + path, {
    headers: { accept: "text/html", "accept-encoding": "gzip" },
  });
  expect(response.status).toBe(200);
  expect(response.headers.get("content-security-policy")).toContain("default-src 'self'");
  expect(await response.text()).toBe(page);
});

test.each([
  ["GET", "/assets/gone.js", "*/*"],
  ["GET", "/api/nothing", "text/html"],
  ["GET", "/v1/models", "text/html"],
  ["GET", "/v1", "*/*"],
  ["GET", "/mcp", "*/*"],
  ["GET", "/mcp?session=1", "text/html"],
  ["POST", "/marketplace", "text/html"],
])("%s %s with Accept: %s returns 404 as problem+json", async (method, path, accept) => {
  const response = await visit(method, path, accept);
  expect(response.status).toBe(404);
  expect(response.headers.get("content-type")).toContain("application/problem+json");
});

test("the content security policy allows only the build's own inline scripts", async () => {
  const response = await visit("GET", "/marketplace", "text/html");
  const hash = createHash("sha256").update("go()").digest("base64");
  expect(response.headers.get("content-security-policy")).toContain(`; script-src 'self' 'sha256-${hash}';`);
});
