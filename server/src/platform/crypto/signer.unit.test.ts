import { expect, test } from "vitest";
import { createFixedKeys, masterKey } from "./master-keys.ts";
import { Signer } from "./signer.ts";

const key = (fill: string) => masterKey(Buffer.alloc(32, fill));
const signer = new Signer(createFixedKeys(key("a")));

test("a signature is valid for its text only", () => {
  const signature = signer.sign("one", "file_link");
  expect(signer.verify("one", signature, "file_link")).toBe(true);
  expect(signer.verify("two", signature, "file_link")).toBe(false);
});

test("a signature with one changed byte is invalid", () => {
  const bytes = Buffer.from(signer.sign("one", "file_link"), "base64url");
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(signer.verify("one", changed.toString("base64url"), "file_link"), `byte ${at}`).toBe(false);
  }
  for (const other of ["", "x", bytes.subarray(1).toString("base64url")])
    expect(signer.verify("one", other, "file_link")).toBe(false);
});

test("a signature survives the rotation of the master key, and ends with its key", () => {
  const signature = signer.sign("one", "file_link");
  expect(new Signer(createFixedKeys(key("b"), key("a"))).verify("one", signature, "file_link")).toBe(true);
  expect(new Signer(createFixedKeys(key("b"))).verify("one", signature, "file_link")).toBe(false);
});
