import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { type Duplex, duplexPair } from "node:stream";
import { MESSAGES } from "./anthropic/messages.ts";
import type { RunBudget } from "./budget.ts";
import { type ChatContext, chatCompletions } from "./chat-completions.ts";
import { answerEmbeddings } from "./embeddings.ts";
import type { FetchImage } from "./fetched-images.ts";
import type { Gateway, GatewaySession, ModelListing, ModelMatch, OpenTunnel, RunRoute } from "./gateway.ts";
import type { GatewayLog } from "./log.ts";
import { answerModels } from "./models-route.ts";
import { ensureGatewayError, GatewayError, openAiErrorBody } from "./openai-error.ts";
import { createPortlessServer, DEFAULT_SERVER_TIMEOUTS, type ServerTimeouts } from "./portless-server.ts";
import { ModelsInForce } from "./providers/models-in-force.ts";
import { RESPONSES } from "./responses/responses.ts";
import { RunLoad } from "./run-load.ts";
import { requireSession } from "./run-token.ts";
import { embedForServer } from "./server-embeddings.ts";
import type { GatewayConfig } from "./settings/gateway-config.ts";
import type { Dialect } from "./translation/dialect.ts";
import type { OpenOwnRoute } from "./translation/own-route.ts";
import { translateCall } from "./translation/translate-call.ts";
import { NO_TUNNELS, parseTunnel, refuseTunnel } from "./tunnel-request.ts";
import { type ClientTimeouts, DEFAULT_CLIENT_TIMEOUTS } from "./upstream/relay.ts";
import { DEFAULT_TIMEOUTS, type UpstreamTimeouts } from "./upstream/upstream.ts";

export interface GatewayOptions {
  config: GatewayConfig;
  budget: RunBudget;
  log: GatewayLog;
  timeouts?: Partial<UpstreamTimeouts & ClientTimeouts & ServerTimeouts>;
  /** The other endpoints that runs reach over the same connection. */
  routes?: readonly RunRoute[];
  /** Fetches images from URLs. If absent, such images are rejected. */
  fetchImage?: FetchImage;
  /** Connects runs to hosts on the internet. If absent, runs cannot reach any host. */
  openTunnel?: OpenTunnel;
}

/** Other APIs whose calls are translated to chat completions, keyed by path. */
const DIALECTS: ReadonlyMap<string, Dialect> = new Map([
  ["/v1/messages", MESSAGES],
  ["/v1/responses", RESPONSES],
]);

/** Handlers of model calls, keyed by path. */
const MODEL_CALLS: ReadonlyMap<string, typeof chatCompletions> = new Map([
  ["/v1/chat/completions", chatCompletions],
  ["/v1/embeddings", answerEmbeddings],
]);

/** Creates the model gateway. It does not open a port: `connect` passes each connection to it. */
export function createGateway(options: GatewayOptions): Gateway {
  return new HttpGateway(options);
}

class HttpGateway implements Gateway {
  private readonly inForce: ModelsInForce;
  private readonly context: Omit<ChatContext, "models">;
  private readonly server: Server;
  private readonly sessions = new WeakMap<Duplex, GatewaySession>();
  private readonly sockets = new Set<Duplex>();
  private readonly calls = new Set<Promise<void>>();
  private readonly load = new RunLoad();
  private readonly routes: Map<string, RunRoute>;
  private readonly openTunnel: OpenTunnel;
  private closing = false;

  constructor({ config, budget, log, timeouts, routes = [], fetchImage, openTunnel }: GatewayOptions) {
    const limits = {
      ...DEFAULT_TIMEOUTS,
      ...DEFAULT_CLIENT_TIMEOUTS,
      ...DEFAULT_SERVER_TIMEOUTS,
      ...timeouts,
    };
    this.routes = new Map(routes.map((route) => [route.path, route]));
    this.context = { budget, log, fetchImage, clientTimeouts: limits };
    this.inForce = new ModelsInForce(config, limits);
    this.server = createPortlessServer(limits, (request, response) => void this.handle(request, response));
    this.openTunnel = openTunnel ?? NO_TUNNELS;
    this.server.on("connect", (request, socket, head) => this.connectTunnel(request, socket, head));
  }

  addRoute(route: RunRoute): void {
    this.routes.set(route.path, route);
  }

  connect(socket: Duplex, session: GatewaySession): void {
    this.serve(socket, session);
  }

  private serve(socket: Duplex, session: GatewaySession): void {
    socket.on("error", () => socket.destroy());
    if (this.closing || !this.load.openConnection(session.runId)) {
      socket.destroy();
      return;
    }
    this.sessions.set(socket, session);
    this.sockets.add(socket);
    socket.once("close", () => {
      this.sockets.delete(socket);
      this.load.closeConnection(session.runId);
    });
    this.server.emit("connection", socket);
  }

  listModels(): ModelListing[] {
    return this.inForce.current.catalog.listModels();
  }

  findModel(name: string): ModelMatch | undefined {
    return this.inForce.current.catalog.find(name);
  }

  listModelNames(): string[] {
    return this.inForce.current.catalog.listNames();
  }

  getDefaultModel(): string {
    return this.inForce.current.catalog.defaultModel;
  }

  async embed(model: string, texts: readonly string[], timeoutMs: number): Promise<number[][]> {
    const models = this.inForce.current;
    models.enter();
    try {
      return await embedForServer(models, model, texts, timeoutMs);
    } finally {
      models.leave();
    }
  }

  listProviders(): { name: string; isLeftAlone: boolean }[] {
    return this.inForce.current.listProviders();
  }

  reconfigure(config: GatewayConfig): void {
    this.inForce.replace(config);
  }

  async close(drainMs: number): Promise<void> {
    this.closing = true;
    await waitAtMost(drainMs, this.waitUntilSettled());
    await this.inForce.destroy();
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
    await this.waitUntilSettled();
  }

  private async waitUntilSettled(): Promise<void> {
    while (this.calls.size > 0) await Promise.allSettled(this.calls);
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const session = requireSession(request, this.sessions.get(request.socket));
      await this.route(session, request, response);
    } catch (thrown) {
      this.answerError(thrown, request, response);
    }
  }

  private async route(session: GatewaySession, request: IncomingMessage, response: ServerResponse) {
    const [path = ""] = (request.url ?? "").split("?");
    const runRoute = this.routes.get(`/${path.split("/")[1] ?? ""}`);
    if (runRoute !== undefined) return this.trackCall(runRoute.handle(session, request, response));
    const modelCall = request.method === "POST" ? MODEL_CALLS.get(path) : undefined;
    const dialect = request.method === "POST" ? DIALECTS.get(path) : undefined;
    if (modelCall !== undefined) {
      await this.trackCall(this.startCall(modelCall, session, request, response));
    } else if (dialect !== undefined) {
      await this.trackCall(
        translateCall({ dialect, open: () => this.openOwnRoute(session), session }, request, response),
      );
    } else if (request.method === "GET" && (path === "/v1/models" || path.startsWith("/v1/models/"))) {
      answerModels(this.inForce.current.catalog, path, response);
    } else {
      throw new GatewayError(`${request.method} ${path.slice(0, 128)} does not exist.`, {
        status: 404,
        type: "invalid_request_error",
        code: "unknown_route",
      });
    }
  }

  private connectTunnel(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    try {
      const session = requireSession(request, this.sessions.get(request.socket));
      const tunnel = parseTunnel(request, socket, head);
      if (tunnel === undefined) throw createBadTargetError();
      this.openTunnel(session, tunnel);
    } catch (thrown) {
      refuseTunnel(socket, ensureGatewayError(thrown));
    }
  }

  private async trackCall(call: Promise<void>): Promise<void> {
    this.calls.add(call);
    await call.finally(() => this.calls.delete(call));
  }

  /**
   * Opens an in-memory connection to our own routes. Requests to other APIs are translated to requests to these routes.
   */
  private openOwnRoute(session: GatewaySession): ReturnType<OpenOwnRoute> {
    const [connection, ours] = duplexPair();
    connection.on("error", () => connection.destroy());
    // In memory, one end does not notice that the other was destroyed, and the call would continue without a client.
    connection.on("close", () => ours.destroy());
    this.serve(ours, session);
    return { connection, token: session.runToken };
  }

  private async startCall(
    modelCall: typeof chatCompletions,
    session: GatewaySession,
    request: IncomingMessage,
    response: ServerResponse,
  ) {
    if (this.closing) {
      const message = "This server is shutting down. Try again shortly.";
      throw new GatewayError(message, { status: 503, type: "api_error", code: "shutting_down" });
    }
    const place = this.load.startCall(session.runId);
    /** A client's disconnect does not end the call, which may continue upstream and still counts toward the limit. */
    response.once("finish", place.markAnswered);
    const models = this.inForce.current;
    models.enter();
    try {
      await modelCall({ ...this.context, models }, session, request, response);
    } finally {
      models.leave();
      place.markRecorded();
    }
  }

  private answerError(thrown: unknown, request: IncomingMessage, response: ServerResponse): void {
    const error = ensureGatewayError(thrown);
    if (response.closed) return;
    const runId = this.sessions.get(request.socket)?.runId;
    if (error.status >= 500) {
      this.context.log.warn({ err: error, cause: error.cause, runId, code: error.code }, "model call failed");
    }
    if (response.headersSent) return void response.destroy();
    const unread = request.complete ? {} : { connection: "close" };
    response.writeHead(error.status, { "content-type": "application/json", ...error.headers, ...unread });
    const body = openAiErrorBody(error);
    response.end(DIALECTS.get(request.url ?? "")?.error(error.status, body) ?? body);
  }
}

function createBadTargetError(): GatewayError {
  return new GatewayError("CONNECT needs a host name and a port, such as api.example.com:443.", {
    status: 400,
    type: "invalid_request_error",
    code: "bad_target",
  });
}

async function waitAtMost(milliseconds: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([work, deadline]);
  clearTimeout(timer);
}
