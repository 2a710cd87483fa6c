import { expect, test } from "vitest";
import { readConfig } from "../config.ts";
import { getProxyNotices } from "./proxy-notices.ts";

const HTTPS = { STOA_PUBLIC_URL: "https://stoa.example.com" };
const noticesFor = (env: Record<string, string>) => getProxyNotices(readConfig(env, "/srv"));

test("warns at startup with the remedy if the public URL is https and no proxy is set", () => {
  expect(noticesFor(HTTPS)).toEqual([expect.stringContaining("Set STOA_TRUST_PROXY=1")]);
});

test.each([
  ["a declared proxy", { ...HTTPS, STOA_TRUST_PROXY: "true" }],
  ["a setting that declares no proxy", { ...HTTPS, STOA_TRUST_PROXY: "0" }],
  ["a public URL over http", { STOA_PUBLIC_URL: "http://stoa.local:8080" }],
  ["no public URL", {}],
])("%s needs no notice", (_, env) => {
  expect(noticesFor(env)).toEqual([]);
});
