import { expect, test } from "vitest";
import { createServiceRequest } from "../service-request.ts";
import { findService } from "../supported-services.ts";

const HOST = "tea-abc123.svc.aped-4627-b74a.pinecone.io";

test.each([
  ["/indexes/tea", "https://api.pinecone.io/indexes/tea"],
  [`/data/${HOST}/query`, `https://${HOST}/query`],
  [`/data/${HOST}/vectors/upsert?x=1`, `https://${HOST}/vectors/upsert?x=1`],
  ["/data/example.com/query", "https://api.pinecone.io/data/example.com/query"],
  ["/data/x.svc.example.com/query", "https://api.pinecone.io/data/x.svc.example.com/query"],
  [
    "/data/x.svc.y.pinecone.io.example.com/query",
    "https://api.pinecone.io/data/x.svc.y.pinecone.io.example.com/query",
  ],
  ["/data/a@x.svc.y.pinecone.io/query", "https://api.pinecone.io/data/a@x.svc.y.pinecone.io/query"],
  [`/data/${HOST}`, `https://api.pinecone.io/data/${HOST}`],
])("sends a call to %s with the key to %s", (path, expected) => {
  const service = findService("pinecone");
  if (!service) throw new Error("there is no pinecone");
  const { url, headers } = createServiceRequest(
    service,
    { credential: "pc-1", config: {} },
    { method: "GET", path },
  );
  expect(url.href).toBe(expected);
  expect(headers["api-key"]).toBe("pc-1");
});
