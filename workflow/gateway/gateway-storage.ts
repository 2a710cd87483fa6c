import { getRefusalMessage, readBody } from "@stoa/runtime/gateway-http";
import type { JsonValue } from "@stoa/runtime/protocol";
import type { GatewayClient, Storage, StorageKind } from "../model/services.ts";

/**
 * The maximum size of a value. A chat memory takes a few KiB, and a vector store of 1,000 chunks a few MiB. The server
 * enforces the same limit.
 */
export const MAX_STORED_BYTES = 8 * 1024 * 1024;

const getPath = (kind: StorageKind, key: string) => `/storage/${kind}/${encodeURIComponent(key)}`;

/**
 * Returns a client for data that outlives a run. Stoa's server stores it per agent and caller, at the gateway's
 * `/storage`.
 */
export function createGatewayStorage(gateway: GatewayClient): Storage {
  return {
    async read(kind, key) {
      const accept = "application/json";
      const answer = await gateway.call({ method: "GET", path: getPath(kind, key), accept });
      const body = await readBody(answer, MAX_STORED_BYTES);
      if (answer.statusCode === 404) return undefined;
      if (answer.statusCode !== 200) throw new Error(getRefusalMessage(body, answer.statusCode ?? 0));
      return JSON.parse(body.toString()) as JsonValue;
    },
    async write(kind, key, value) {
      const bytes = Buffer.from(JSON.stringify(value));
      if (bytes.byteLength > MAX_STORED_BYTES)
        throw new Error(
          `the value is larger than the limit of ${MAX_STORED_BYTES / 1_048_576} MB for stored values`,
        );
      const content = { type: "application/json", bytes };
      const accept = "application/json";
      const answer = await gateway.call({ method: "PUT", path: getPath(kind, key), accept, content });
      const body = await readBody(answer, MAX_STORED_BYTES);
      if (answer.statusCode !== 204) throw new Error(getRefusalMessage(body, answer.statusCode ?? 0));
    },
  };
}
