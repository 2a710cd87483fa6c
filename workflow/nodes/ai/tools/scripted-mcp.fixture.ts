import type { HttpRequest, HttpResponse } from "../../../model/services.ts";

const answered = (body: unknown): HttpResponse => ({
  status: 200,
  statusText: "OK",
  headers: { "content-type": "application/json" },
  body: Buffer.from(typeof body === "string" ? body : JSON.stringify(body)),
});

/** Answers as an MCP server with two tools. */
export function answerAsMcpServer({ body, method }: Pick<HttpRequest, "body" | "method">): HttpResponse {
  const request = JSON.parse(String(body ?? "{}")) as {
    id?: number;
    method: string;
    params?: { name?: string; arguments?: object };
  };
  const result = (value: object) => answered({ jsonrpc: "2.0", id: request.id, result: value });
  if (method !== "POST" || request.id === undefined) return { ...answered(""), status: 202 };
  if (request.method === "initialize")
    return result({
      protocolVersion: "2025-06-18",
      capabilities: { tools: {} },
      serverInfo: { name: "m", version: "1" },
    });
  if (request.method === "tools/list")
    return result({
      tools: [
        {
          name: "add",
          description: "Adds",
          inputSchema: { type: "object", properties: { a: { type: "number" } } },
        },
        { name: "drop", inputSchema: { type: "object" } },
      ],
    });
  return result({
    content: [
      { type: "text", text: JSON.stringify({ did: request.params?.name, with: request.params?.arguments }) },
    ],
  });
}
