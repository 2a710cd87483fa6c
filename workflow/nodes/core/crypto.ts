import { createHash, createHmac, createSign, randomBytes, randomUUID } from "node:crypto";
import type { Item } from "../../model/item.ts";
import type { NodeContext } from "../../model/node-context.ts";
import type { NodeType } from "../../model/node-type.ts";
import { withField } from "./fields/field-path.ts";

/** Hashes and signs values, and generates random values. */
export const CRYPTO_NODE: NodeType = {
  types: ["n8n-nodes-base.crypto"],
  versions: [1, 2],
  unsupported: ({ version, parameters }) =>
    version >= 2 && (parameters.action === "hmac" || parameters.action === "sign")
      ? "version 2 reads the key from a credential, and Stoa does not support credentials for this node: use version 1 or a Code node"
      : undefined,
  execute: async (context) => [
    await context.each((item, index) => {
      const field = context.text("dataPropertyName", index, "data");
      return [
        {
          json: withField(item.json, field, computeValue(context, item, index), false),
          ...(item.binary && { binary: item.binary }),
          pairedItem: { item: index },
        },
      ];
    }),
  ],
};

const HASHES: Readonly<Record<string, string>> = {
  MD5: "md5",
  SHA256: "sha256",
  "SHA3-256": "sha3-256",
  "SHA3-384": "sha3-384",
  "SHA3-512": "sha3-512",
  SHA384: "sha384",
  SHA512: "sha512",
};

function computeValue(context: NodeContext, item: Item, index: number): string {
  const action = context.text("action", index, "hash");
  switch (action) {
    case "generate":
      return generateValue(context, index);
    case "hash":
      return createHash(hashName(context, index))
        .update(getInput(context, item, index))
        .digest(getEncoding(context, index));
    case "hmac":
      return createHmac(hashName(context, index), context.text("secret", index))
        .update(getInput(context, item, index))
        .digest(getEncoding(context, index));
    case "sign":
      return signValue(context, index);
    default:
      throw context.failure(`Unknown action '${action}'. Use generate, hash, hmac or sign`, {
        field: "action",
        itemIndex: index,
      });
  }
}

function hashName(context: NodeContext, itemIndex: number): string {
  const type = context.text("type", itemIndex, "MD5");
  const name = Object.hasOwn(HASHES, type) ? HASHES[type] : undefined;
  if (name) return name;
  throw context.failure(`Unknown hash type '${type}'. Use ${Object.keys(HASHES).join(", ")}`, {
    field: "type",
    itemIndex,
  });
}

function getEncoding(context: NodeContext, index: number): "hex" | "base64" {
  return context.text("encoding", index, "hex") === "base64" ? "base64" : "hex";
}

/** Returns the value to hash. Node.js refuses values that are neither text nor bytes, with the text that n8n shows. */
function getInput(context: NodeContext, item: Item, itemIndex: number): string | Uint8Array {
  if (!context.flag("binaryData", itemIndex)) return context.parameter("value", itemIndex, "") as string;
  const name = context.text("binaryPropertyName", itemIndex, "data");
  const file = item.binary && Object.hasOwn(item.binary, name) ? item.binary[name] : undefined;
  if (file) return file.bytes;
  throw context.failure(
    `This operation expects the node's input data to contain a binary file '${name}', but none was found [item ${itemIndex}]`,
    { field: "binaryPropertyName", itemIndex },
  );
}

function signValue(context: NodeContext, itemIndex: number): string {
  const algorithm = context.text("algorithm", itemIndex);
  try {
    return createSign(algorithm)
      .update(context.text("value", itemIndex))
      .sign(context.text("privateKey", itemIndex), getEncoding(context, itemIndex));
  } catch (error) {
    throw context.failure(
      `The value could not be signed with '${algorithm}': ${error instanceof Error ? error.message : String(error)}`,
      { field: "privateKey", itemIndex },
      { cause: error },
    );
  }
}

/** The maximum length of generated values. No key needs more, and a run's memory can hold far more. */
const LONGEST = 100_000;

function generateValue(context: NodeContext, itemIndex: number): string {
  const type = context.text("encodingType", itemIndex, "uuid");
  if (type === "uuid") return randomUUID();
  const length = context.number("stringLength", itemIndex, 32);
  if (!Number.isInteger(length) || length < 0 || length > LONGEST)
    throw context.failure(`The length must be a whole number from 0 to ${LONGEST}`, {
      field: "stringLength",
      itemIndex,
    });
  const bytes = randomBytes(length);
  if (type === "base64")
    return randomBytes(2 * length)
      .toString("base64")
      .replace(/\W/g, "")
      .slice(0, length);
  return bytes.toString(type === "ascii" ? "ascii" : "hex").slice(0, length);
}
