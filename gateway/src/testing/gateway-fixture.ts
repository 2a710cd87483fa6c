import { type AddressInfo, createServer, type Socket } from "node:net";
import { inspect } from "node:util";
import { Agent, request } from "undici";
import { createGateway, type GatewayOptions } from "../create-gateway.ts";
import type { Gateway, GatewaySession } from "../gateway.ts";
import { readGatewayConfig } from "../settings/environment-settings.ts";
import type { GatewayConfig } from "../settings/gateway-config.ts";
import { CountingBudget } from "./counting-budget.ts";

/** A complete answer of the gateway. */
export interface GatewayAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** A gateway with a port for tests. Each connection belongs to one run. */
export interface GatewayFixture {
  gateway: Gateway;
  budget: CountingBudget;
  port: number;
  logged: string[];
  /** Returns everything that was logged, including the fields other than the message. */
  readWholeLog(): string;
  get(path: string): Promise<GatewayAnswer>;
  /** Posts to chat completions unless another path is given. */
  post(body: object | string, headers?: Record<string, string>, path?: string): Promise<GatewayAnswer>;
  close(): Promise<void>;
}

export const RUN_TOKEN = "run-token-of-this-run";

interface FixtureOptions {
  env?: Record<string, string>;
  /** The configuration to use instead of the configuration that `env` describes. */
  config?: GatewayConfig;
  budget?: CountingBudget;
  session?: Partial<GatewaySession>;
  timeouts?: GatewayOptions["timeouts"];
  fetchImage?: GatewayOptions["fetchImage"];
}

/** Starts a gateway on a port. */
export async function startGateway(options: FixtureOptions = {}): Promise<GatewayFixture> {
  const budget = options.budget ?? new CountingBudget();
  const logged: string[] = [];
  const fieldsLogged: object[] = [];
  const note = (fields: object, message: string) => {
    logged.push(message);
    fieldsLogged.push(fields);
  };
  const gateway = createGateway({
    config: options.config ?? readGatewayConfig(options.env ?? {}),
    budget,
    log: { info: note, warn: note, error: note },
    ...(options.timeouts === undefined ? {} : { timeouts: options.timeouts }),
    ...(options.fetchImage === undefined ? {} : { fetchImage: options.fetchImage }),
  });
  const session = { runId: "run-1", runToken: RUN_TOKEN, trial: false, ...options.session };
  const sockets = new Set<Socket>();
  const listener = createServer((socket) => {
    sockets.add(socket);
    gateway.connect(socket, session);
  });
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  const { port } = listener.address() as AddressInfo;
  const agent = new Agent({ connections: 128 });
  const call = async (path: string, init: object): Promise<GatewayAnswer> => {
    const answer = await request(`http://127.0.0.1:${port}${path}`, { dispatcher: agent, ...init });
    return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
  };
  const authorization = `Bearer ${RUN_TOKEN}`;
  return {
    gateway,
    budget,
    port,
    logged,
    readWholeLog: () => inspect(fieldsLogged, { depth: 10, maxStringLength: null, showHidden: true }),
    get: (path) => call(path, { headers: { authorization } }),
    post: (body, headers, path = "/v1/chat/completions") =>
      call(path, {
        method: "POST",
        headers: { authorization, "content-type": "application/json", ...headers },
        body: typeof body === "string" ? body : JSON.stringify(body),
      }),
    close: async () => {
      await gateway.close(0);
      await agent.destroy();
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => listener.close(() => resolve()));
    },
  };
}

/** Returns a request with one user message. */
export function ask(content: string, fields: object = {}): object {
  return { model: "gpt-4o-mini", messages: [{ role: "user", content }], ...fields };
}
