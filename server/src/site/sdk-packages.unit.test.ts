import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  getCliLine,
  getLaptopInstallLine,
  installLine,
  LAPTOP_FILE,
  SDK_FILES,
  SDK_SOURCE_PATH,
  SDK_VERSION,
} from "@stoa/contract";
import fastify from "fastify";
import { parse } from "smol-toml";
import { afterAll, beforeAll, expect, it } from "vitest";
import { serveSdks } from "./sdk-packages.ts";

const WHEEL = Buffer.from("a wheel");
const directory = mkdtempSync(join(tmpdir(), "stoa-sdks-"));
const app = fastify();

beforeAll(() => {
  writeFileSync(join(directory, SDK_FILES.javascript), "a tarball");
  writeFileSync(join(directory, SDK_FILES.python), WHEEL);
  writeFileSync(join(directory, "notes.txt"), "no package");
  serveSdks(app, directory);
});
afterAll(async () => {
  await app.close();
  rmSync(directory, { recursive: true });
});

it("serves packages unchanged, and returns 304 to a client that has the current version", async () => {
  const first = await app.inject(`/sdk/${SDK_FILES.python}`);
  expect(first.rawPayload).toEqual(WHEEL);
  expect(first.headers["content-type"]).toBe("application/zip");
  expect(first.headers["cache-control"]).toBe("public, no-cache");
  const { etag } = first.headers;
  for (const known of [`${etag}`, `"other", W/${etag}`, "*"]) {
    const again = await app.inject({
      url: `/sdk/${SDK_FILES.python}`,
      headers: { "if-none-match": known },
    });
    expect(again.statusCode).toBe(304);
    expect(again.rawPayload).toHaveLength(0);
  }
});

it("serves no other files from the folder", async () => {
  expect((await app.inject("/sdk/notes.txt")).statusCode).toBe(404);
  expect((await app.inject("/sdk/..%2fpackage.json")).statusCode).toBe(404);
});

it("lists install commands with the URL that the visitor uses", async () => {
  const { body, headers } = await app.inject({ url: "/sdk/", headers: { host: "stoa.example:8443" } });
  expect(headers["content-type"]).toContain("text/html");
  expect(body).toContain(`npm install http://stoa.example:8443/sdk/${SDK_FILES.javascript}`);
  expect(body).toContain(`pip install http://stoa.example:8443/sdk/${SDK_FILES.python}`);
  expect(body).toContain(`pip install http://stoa.example:8443/sdk/${LAPTOP_FILE}`);
  expect(body).toContain(`${getCliLine("http://stoa.example:8443")} login`);
  const attack = await app.inject({ url: "/sdk/", headers: { host: "<script>alert(1)</script>" } });
  expect(attack.body).not.toContain("<script>");
});

it("links the source to the page of the packages, or to the repository that the operator has set", async () => {
  const own = await app.inject(SDK_SOURCE_PATH);
  expect([own.statusCode, own.headers.location]).toEqual([302, "/sdk/"]);
  expect((await app.inject("/sdk/")).body).toContain("<h1>Stoa SDKs</h1>");
  const other = fastify();
  serveSdks(other, directory, "https://github.com/acme/stoa-sdks");
  const led = await other.inject(SDK_SOURCE_PATH);
  expect(led.headers.location).toBe("https://github.com/acme/stoa-sdks");
  await other.close();
});

it("lists the wheel and its hash in the simple index for pip", async () => {
  expect((await app.inject("/sdk/simple/")).body).toContain('href="stoa-sdk/"');
  const { body } = await app.inject("/sdk/simple/stoa-sdk/");
  const hash = createHash("sha256").update(WHEEL).digest("hex");
  expect(body).toContain(`href="../../${SDK_FILES.python}#sha256=${hash}"`);
});

it("returns 404 if the packages have not been built", async () => {
  const bare = fastify();
  serveSdks(bare, join(directory, "missing"));
  expect((await bare.inject("/sdk/")).statusCode).toBe(404);
  await bare.close();
});

it("the manifests and the README have the same version as the install commands", () => {
  const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");
  const readme = read("README.md");
  for (const language of ["javascript", "python"] as const)
    expect(readme).toContain(installLine(language, "http://localhost:8080"));
  expect(JSON.parse(read("sdks/js/package.json"))).toMatchObject({ name: "stoa-sdk", version: SDK_VERSION });
  expect(JSON.parse(read("sdks/cli/package.json"))).toMatchObject({ name: "stoa-cli", version: SDK_VERSION });
  expect(parse(read("sdks/python/pyproject.toml"))).toMatchObject({
    project: { name: "stoa-sdk", version: SDK_VERSION },
  });
  expect(readme).toContain(getLaptopInstallLine("http://localhost:8080"));
  expect(parse(read("runtime/python/stoa/pyproject.toml"))).toMatchObject({
    project: { name: "stoa-agents", version: SDK_VERSION },
  });
});
