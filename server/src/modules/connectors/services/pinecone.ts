import type { ServiceBehavior } from "../service-definition.ts";
import { createHeaderAuth } from "./attach.ts";

/** Each index has a host of its own, which `GET /indexes/<name>` returns. Agents call it at `/data/<host>/<path>`. */
const DATA_PATH = /^\/data\/([a-z0-9-]{1,63}\.svc(?:\.[a-z0-9-]{1,63}){1,4}\.pinecone\.io)(?=\/)/;

/** Defines the connector of Pinecone: the key is sent to the API and to hosts of indexes. */
export const PINECONE: ServiceBehavior = {
  attach: createHeaderAuth("api-key"),
  defaultHeaders: { "x-pinecone-api-version": "2025-04" },
  getBaseUrl: (path) => `https://${DATA_PATH.exec(path)?.[1] ?? "api.pinecone.io"}`,
  addPrefix: (_, path) => path.replace(DATA_PATH, ""),
};
