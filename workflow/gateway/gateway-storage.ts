import type { JsonValue } from "@stoa/runtime/protocol";
import type { GatewayClient, Storage, StorageKind } from "../model/services.ts";
import { getRefusalMessage, readBody } from "./read-body.ts";

/** One value. Chat memories are a few KiB, a vector store of 1,000 pieces some MiB. The server has the same bound. */
export const MAX_STORED_BYTES = 8 * 1024 * 1024;

const getPath = (kind: StorageKind, key: string) => `/storage/${kind}/${encodeURIComponent(key)}`;

/** What outlives a run, kept by Stoa's server at the gateway's `/storage`, for this agent and this caller. */
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
        throw new Error(`what is to be kept is larger than ${MAX_STORED_BYTES / 1_048_576} MB`);
      const content = { type: "application/json", bytes };
      const accept = "application/json";
      const answer = await gateway.call({ method: "PUT", path: getPath(kind, key), accept, content });
      const body = await readBody(answer, MAX_STORED_BYTES);
      if (answer.statusCode !== 204) throw new Error(getRefusalMessage(body, answer.statusCode ?? 0));
    },
  };
}
