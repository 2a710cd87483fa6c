import { expect, test } from "vitest";
import { StoredManifest } from "./version-content.ts";

test("old versions, which hold names of services alone, are understood as reading", () => {
  const use = { service: "slack", methods: ["POST"], paths: ["/chat.postMessage"] };
  expect(StoredManifest.parse({ models: [], connectors: ["github", use] }).connectors).toEqual([
    { service: "github", methods: ["GET", "HEAD"], paths: ["/**"] },
    use,
  ]);
});
