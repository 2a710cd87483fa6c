import { expect, test } from "vitest";
import { StoredManifest } from "./version-content.ts";

test("an old version that stores only the names of services has read-only access", () => {
  const use = { service: "slack", methods: ["POST"], paths: ["/chat.postMessage"] };
  expect(StoredManifest.parse({ models: [], connectors: ["github", use] }).connectors).toEqual([
    { service: "github", methods: ["GET", "HEAD"], paths: ["/**"] },
    use,
  ]);
});

test("a version from before hosts were declared reaches no hosts", () => {
  expect(StoredManifest.parse({ models: [], connectors: [] }).hosts).toEqual([]);
});

test("a version from before agents could call other agents calls no agents", () => {
  expect(StoredManifest.parse({ models: [], connectors: [] }).agents).toEqual([]);
  expect(StoredManifest.parse({ models: [], connectors: [], agents: [12, 7] }).agents).toEqual([12, 7]);
});
