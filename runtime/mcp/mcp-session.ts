import type { Client, RequestId, Transport } from "@modelcontextprotocol/client";
import * as z from "zod";
import type { JsonValue } from "../protocol/index.ts";
import { toStorableJson } from "../supervisor/python/json-bounds.ts";
import { MCP_BOUNDS } from "./bounds.ts";
import { describeMcpFailure, getStatus } from "./describe-failure.ts";
import { createMcpFetch } from "./mcp-fetch.ts";
import type { McpServer, McpTransport } from "./mcp-server.ts";
import { boundMessages, createErrorMessage } from "./message-bounds.ts";

type JsonObject = { [name: string]: JsonValue };

/** A tool as its server describes it. */
export interface McpTool {
  name: string;
  description: string;
  parameters: JsonObject;
}

/** An MCP server could not be used. The message is the end of a sentence that names the server. */
export class McpFailure extends Error {
  override readonly name = "McpFailure";
}

/** Statuses with which servers reject a transport that they do not support. */
const UNKNOWN_THERE = new Set([400, 404, 405, 406, 415]);
const isUnknownThere = (error: unknown) => UNKNOWN_THERE.has(getStatus(error) ?? 0);

/**
 * Accepts every schema and result: schemas come from the server and are not compiled here, and results are read as
 * plain JSON.
 */
const TRUSTING = {
  getValidator: () => (input: unknown) => ({
    valid: true as const,
    data: input as never,
    errorMessage: undefined,
  }),
};

const AnyResult = z.custom<JsonObject>((value) => typeof value === "object" && value !== null);

const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The shortest pause before a stream is continued. A server chooses the pause, and could make the client ask without end. */
const SHORTEST_PAUSE_MS = 500;

function scheduleReconnection(reconnect: () => void, delayMs: number): () => void {
  const timer = setTimeout(reconnect, Math.max(delayMs, SHORTEST_PAUSE_MS));
  return () => clearTimeout(timer);
}

/** Returns the ID in the body of a request, or undefined if the body is not a request of the protocol. */
function findRequestId(body: unknown): RequestId | undefined {
  if (typeof body !== "string") return undefined;
  const { id } = JSON.parse(body) as { id?: RequestId };
  return id;
}

/** The requests of one run to one MCP server. The protocol version is negotiated when the session opens. */
export class McpSession {
  readonly #client: Client;
  readonly #transport: Transport;
  readonly #server: McpServer;

  private constructor(client: Client, transport: Transport, server: McpServer) {
    this.#client = client;
    this.#transport = transport;
    this.#server = server;
  }

  /**
   * Connects with the preferred transport, or with the other one if the server does not support it.
   * @throws McpFailure
   */
  static async open(server: McpServer): Promise<McpSession> {
    const first = server.transport;
    try {
      return await McpSession.#connect(first, server);
    } catch (error) {
      const other = first === "sse" ? "httpStreamable" : "sse";
      const isWorthTrying =
        isUnknownThere(error) && (other === "httpStreamable" || server.http.open !== undefined);
      if (!isWorthTrying) throw toFailure(error, server);
      return McpSession.#connect(other, server).catch((again: unknown) => {
        throw toFailure(isUnknownThere(again) ? error : again, server);
      });
    }
  }

  static async #connect(kind: McpTransport, server: McpServer): Promise<McpSession> {
    const { Client, SSEClientTransport, StreamableHTTPClientTransport } = await import(
      "@modelcontextprotocol/client"
    );
    const fetch = createMcpFetch(server, kind === "sse", (request, reason) => {
      const id = findRequestId(request);
      if (id === undefined) void transport.close();
      else transport.onmessage?.(createErrorMessage(id, reason));
    });
    const transport: Transport =
      kind === "sse"
        ? // oxlint-disable-next-line typescript/no-deprecated -- it serves servers that support nothing newer
          new SSEClientTransport(server.url, { fetch })
        : new StreamableHTTPClientTransport(server.url, {
            fetch,
            reconnectionScheduler: scheduleReconnection,
          });
    let isOpen = false;
    boundMessages(transport, () => isOpen);
    const client = new Client(
      { name: "stoa", version: "1" },
      {
        jsonSchemaValidator: TRUSTING,
        // The older transport exists only in versions that are negotiated with `initialize`.
        versionNegotiation: { mode: kind === "sse" ? "legacy" : "auto" },
      },
    );
    const session = new McpSession(client, transport, server);
    try {
      await client.connect(transport, session.#options);
      isOpen = true;
      return session;
    } catch (error) {
      await session.close();
      throw error;
    }
  }

  /** Returns the server's tools, of all pages. @throws McpFailure */
  async listTools(): Promise<McpTool[]> {
    const tools: McpTool[] = [];
    let cursor: JsonValue | undefined;
    for (let page = 0; page < MCP_BOUNDS.pages && tools.length <= MCP_BOUNDS.tools; page += 1) {
      const result = await this.#request("tools/list", typeof cursor === "string" ? { cursor } : {});
      if (!Array.isArray(result.tools)) throw new McpFailure("its list of tools is invalid");
      tools.push(...result.tools.filter(isObject).map(toTool));
      cursor = result.nextCursor;
      if (typeof cursor !== "string" || cursor === "") return tools;
    }
    throw new McpFailure(
      `its list of tools has more than ${MCP_BOUNDS.pages} pages or ${MCP_BOUNDS.tools.toLocaleString("en-US")} tools`,
    );
  }

  /** Calls a tool and returns its result as the protocol defines it. @throws McpFailure */
  call(name: string, args: JsonObject): Promise<JsonObject> {
    return this.#request("tools/call", { name, arguments: args });
  }

  /** Ends the session. Never rejects. */
  async close(): Promise<void> {
    await this.#client.close().catch(() => undefined);
    // If the client has not connected, it does not know its transport.
    await this.#transport.close().catch(() => undefined);
  }

  get #options() {
    return { timeout: this.#server.timeoutMs, signal: this.#server.signal };
  }

  /** Sends a request. The SDK's own methods would check each value of the result, which takes seconds for hostile ones. */
  async #request(method: string, params: JsonObject): Promise<JsonObject> {
    try {
      return AnyResult.parse(
        toStorableJson(await this.#client.request({ method, params }, AnyResult, this.#options)),
      );
    } catch (error) {
      throw toFailure(error, this.#server);
    }
  }
}

function toTool({ name, description, inputSchema }: JsonObject): McpTool {
  return {
    name: typeof name === "string" ? name : "",
    description: typeof description === "string" ? description : "",
    parameters: isObject(inputSchema) ? inputSchema : { type: "object" },
  };
}

function toFailure(error: unknown, { signal, timeoutMs }: McpServer): Error {
  if (signal.aborted)
    return signal.reason instanceof Error ? signal.reason : new Error(String(signal.reason));
  return new McpFailure(describeMcpFailure(error, timeoutMs), { cause: error });
}
