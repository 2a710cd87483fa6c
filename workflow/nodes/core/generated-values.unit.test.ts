import { createVerify, generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { WorkflowNode } from "../../model/workflow-node.ts";
import { runNode } from "../../testing/run-node.ts";
import { nodeCases } from "./core-cases.fixture.ts";
import { CRYPTO_NODE } from "./crypto.ts";
import { DEBUG_HELPER_NODE } from "./debug-helper.ts";

describe("Crypto", () => {
  const file = { bytes: new TextEncoder().encode("abc"), mimeType: "text/plain" };
  nodeCases(CRYPTO_NODE, [
    {
      name: "hashes with MD5",
      version: 1,
      items: [{ a: 1 }],
      parameters: { value: "abc" },
      gives: [[{ a: 1, data: "900150983cd24fb0d6963f7d28e17f72" }]],
    },
    {
      name: "hashes with SHA256 in base64",
      version: 1,
      items: [{ v: "abc" }],
      parameters: { type: "SHA256", value: "={{ $json.v }}", encoding: "base64", dataPropertyName: "h.x" },
      gives: [[{ v: "abc", "h.x": "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=" }]],
    },
    {
      name: "refuses to hash a number, with Node.js's text",
      version: 1,
      items: [{ v: 1 }],
      parameters: { type: "MD5", value: "={{ $json.v }}" },
      fails:
        'The "data" argument must be of type string or an instance of Buffer, TypedArray, or DataView. Received type number (1)',
    },
    {
      name: "hashes with SHA3",
      version: 1,
      items: [{}],
      parameters: { type: "SHA3-256", value: "abc" },
      gives: [[{ data: "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532" }]],
    },
    {
      name: "hashes a file",
      version: 1,
      items: [{ json: {}, binary: { data: file } }],
      parameters: { binaryData: true },
      gives: [[{ data: "900150983cd24fb0d6963f7d28e17f72" }]],
    },
    {
      name: "creates an HMAC",
      version: 1,
      items: [{}],
      parameters: { action: "hmac", type: "SHA256", value: "abc", secret: "key" },
      gives: [[{ data: "9c196e32dc0175f86f4b1cb89289d6619de6bee699e4c378e68309ed97a1a6ab" }]],
    },
    {
      name: "refuses an unknown hash",
      version: 1,
      items: [{}],
      parameters: { type: "constructor", value: "abc" },
      fails: {
        message:
          "Unknown hash type 'constructor'. Use MD5, SHA256, SHA3-256, SHA3-384, SHA3-512, SHA384, SHA512",
        field: "type",
      },
    },
    {
      name: "fails if the item has no file",
      version: 1,
      items: [{}],
      parameters: { binaryData: true },
      fails:
        "This operation expects the node's input data to contain a binary file 'data', but none was found [item 0]",
    },
    {
      name: "hashes in version 2 as in version 1",
      version: 2,
      items: [{ a: 1 }],
      parameters: { value: "abc" },
      gives: [[{ a: 1, data: "900150983cd24fb0d6963f7d28e17f72" }]],
    },
    {
      name: "refuses to generate a string of a billion characters",
      version: 1,
      items: [{}],
      parameters: { action: "generate", encodingType: "hex", stringLength: 1e9 },
      fails: { message: "The length must be a whole number from 0 to 100000", field: "stringLength" },
    },
  ]);

  it.each([
    ["uuid", /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/],
    ["hex", /^[0-9a-f]{20}$/],
    ["base64", /^\w{20}$/],
  ])("generates a different %s each time", async (encodingType, form) => {
    const { outputs } = await runNode({
      type: CRYPTO_NODE,
      version: 1,
      items: [{}, {}],
      parameters: { action: "generate", encodingType, stringLength: 20 },
    });
    const [one, two] = (outputs[0] ?? []).map(({ data }) => String(data));
    expect(one).toMatch(form);
    expect(two).toMatch(form);
    expect(one).not.toBe(two);
  });

  it.each([
    ["hash", undefined],
    ["hmac", expect.stringContaining("credential")],
    ["sign", expect.stringContaining("credential")],
  ])("reports whether version 2 supports the action %s", (action, expected) => {
    const node = { version: 2, parameters: { action } } as unknown as WorkflowNode;
    expect(CRYPTO_NODE.unsupported?.(node, {} as never)).toEqual(expected);
  });

  it("creates signatures that the public key verifies", async () => {
    const { privateKey, publicKey } = generateKeyPairSync("ec", {
      namedCurve: "P-256",
      publicKeyEncoding: { type: "spki", format: "pem" },
      privateKeyEncoding: { type: "pkcs8", format: "pem" },
    });
    const { outputs } = await runNode({
      type: CRYPTO_NODE,
      version: 1,
      items: [{}],
      parameters: { action: "sign", value: "abc", algorithm: "SHA256", encoding: "base64", privateKey },
    });
    const signature = String(outputs[0]?.[0]?.data);
    expect(createVerify("SHA256").update("abc").verify(publicKey, signature, "base64")).toBe(true);
  });
});

describe("Debug Helper", () => {
  nodeCases(DEBUG_HELPER_NODE, [
    { name: "returns nothing if it does nothing", version: 1, items: [{ a: 1 }], gives: [[]] },
    {
      name: "continues with an error for each item",
      version: 1,
      items: [{ a: 1 }, { a: 2 }],
      node: { onError: "continueErrorOutput" },
      parameters: { category: "throwError", throwErrorMessage: "=no {{ $json.a }}" },
      gives: [
        [],
        [
          { a: 1, error: "no 1" },
          { a: 2, error: "no 2" },
        ],
      ],
    },
    {
      name: "fails on purpose",
      version: 1,
      parameters: { category: "throwError", throwErrorMessage: "as wished" },
      fails: "as wished",
    },
    {
      name: "refuses to use up memory",
      version: 1,
      parameters: { category: "oom" },
      fails: "it exhausts memory on purpose, which is not allowed in runs",
    },
    {
      name: "refuses to generate a billion items",
      version: 1,
      parameters: { category: "randomData", randomDataCount: 1e9 },
      fails: { message: "The number of items must be from 0 to 10000", field: "randomDataCount" },
    },
  ]);

  it.each([
    ["user", ["uid", "email", "firstname", "lastname", "password"]],
    ["address", ["firstname", "lastname", "street", "city", "zip", "state", "country"]],
    ["creditCard", ["type", "number", "ccv", "exp", "holder_name"]],
    ["email", ["email", "confirmed"]],
    ["nanoIds", ["nanoId"]],
    ["uuid", ["uuid"]],
  ])("generates the same %s records for the same seed", async (randomDataType, fields) => {
    const make = () =>
      runNode({
        type: DEBUG_HELPER_NODE,
        version: 1,
        parameters: { category: "randomData", randomDataType, randomDataCount: 3, randomDataSeed: "s" },
      });
    const [one, two] = [await make(), await make()];
    expect(one.outputs[0]).toHaveLength(3);
    expect(Object.keys(one.outputs[0]?.[0] ?? {})).toEqual(fields);
    expect(one.outputs).toEqual(two.outputs);
  });
});
