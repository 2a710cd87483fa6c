import { expect, test } from "vitest";
import { StoredManifest } from "./version-content.ts";

test("old versions that store only names of services are read as reading", () => {
  const use = { service: "slack", methods: ["POST"], paths: ["/chat.postMessage"] };
  expect(StoredManifest.parse({ models: [], connectors: ["github", use] }).connectors).toEqual([
    { service: "github", methods: ["GET", "HEAD"], paths: ["/**"] },
    use,
  ]);
});

test("versions from before hosts were declared reach no hosts", () => {
  expect(StoredManifest.parse({ models: [], connectors: [] }).hosts).toEqual([]);
});

test("versions from before agents could call others call none", () => {
  expect(StoredManifest.parse({ models: [], connectors: [] }).agents).toEqual([]);
  expect(StoredManifest.parse({ models: [], connectors: [], agents: [12, 7] }).agents).toEqual([12, 7]);
});
