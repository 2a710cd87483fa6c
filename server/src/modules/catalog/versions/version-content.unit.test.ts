import { expect, test } from "vitest";
import { StoredManifest } from "./version-content.ts";

test("old versions, which hold names of services alone, are understood as reading", () => {
  const use = { service: "slack", methods: ["POST"], paths: ["/chat.postMessage"] };
  expect(StoredManifest.parse({ models: [], connectors: ["github", use] }).connectors).toEqual([
    { service: "github", methods: ["GET", "HEAD"], paths: ["/**"] },
    use,
  ]);
});

test("versions from before hosts were told reach none: nobody was told of any", () => {
  expect(StoredManifest.parse({ models: [], connectors: [] }).hosts).toEqual([]);
});

test("versions from before agents could call others call none", () => {
  expect(StoredManifest.parse({ models: [], connectors: [] }).agents).toEqual([]);
  expect(StoredManifest.parse({ models: [], connectors: [], agents: [12, 7] }).agents).toEqual([12, 7]);
});
