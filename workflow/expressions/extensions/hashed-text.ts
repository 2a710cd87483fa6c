import { createHash } from "node:crypto";
import { ExpressionError } from "../expression-error.ts";

const ALGORITHMS: Readonly<Record<string, string>> = {
  md5: "md5",
  sha1: "sha1",
  sha224: "sha224",
  sha256: "sha256",
  sha384: "sha384",
  sha512: "sha512",
  sha3: "sha3-512",
  ripemd160: "ripemd160",
};

/** The digest of a text in hexadecimal digits. @throws ExpressionError for an algorithm that n8n does not have. */
export function hashed(text: string, algorithm: string): string {
  const name = algorithm.toLowerCase();
  if (name === "base64") return Buffer.from(text).toString("base64");
  const digest = Object.hasOwn(ALGORITHMS, name) ? ALGORITHMS[name] : undefined;
  if (!digest)
    throw new ExpressionError(
      `hash() knows ${Object.keys(ALGORITHMS).join(", ")} and base64, not "${algorithm.slice(0, 40)}"`,
    );
  return createHash(digest).update(text).digest("hex");
}
