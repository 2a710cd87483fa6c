import { type IncomingHttpHeaders, request } from "node:http";
import { type AddressInfo, connect, createServer, type Server } from "node:net";
import type { ConnectorMethod, ConnectorUse } from "@stoa/contract";
import { createGateway, type Gateway, type GatewaySession, readGatewayConfig } from "@stoa/gateway";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { CountingBudget } from "../../../../../gateway/src/testing/counting-budget.ts";
import { createOutbound } from "../../../platform/outbound/create-outbound.ts";
import type { OutboundBounds } from "../../../platform/outbound/outbound.ts";
import { Traffic } from "../../../platform/outbound/traffic.ts";
import { MemoryBudget } from "../../../platform/run-routes/memory-budget.ts";
import { findAccountId, someAgent } from "../../catalog/catalog.fixture.ts";
import { addApi, addGitLab, useConnectorsServer } from "../connectors-server.fixture.ts";
import { createAllowance } from "../grants/allowance.ts";
import { storeGrants } from "../grants/grant-store.ts";
import { createConnectorRoute } from "./connector-route.ts";
import type { ConnectorCall, ProxiedRun } from "./proxied-run.ts";

/** This value must occur only in the vault and in requests to the service. */
export const CREDENTIAL = "glpat-Secret-of-the-caller-1";

export interface ProxyAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** Whether the connection ended before the answer was complete. */
  isBroken: boolean;
}

interface CallOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  token?: string;
  leaveAfterMs?: number;
  onPiece?: (piece: string) => void;
}

interface RunOptions {
  /** Uses an "Any API" connector with this authentication instead of GitLab. */
  api?: Record<string, string>;
  methods?: ConnectorMethod[];
  paths?: string[];
  granted?: { methods: ConnectorMethod[]; paths: string[] } | null;
  connected?: boolean;
}

export interface TestRun {
  session: GatewaySession;
  facts: ProxiedRun;
  records: ConnectorCall[];
  connectorId: string | undefined;
  person: { token: string; userId: string };
  end(): void;
}

/** Starts the route behind a real gateway, with real connectors and grants. The runs are simulated. */
export function useProxy(bounds: Partial<OutboundBounds> = {}) {
  const connectorsServer = useConnectorsServer();
  const runs = new Map<string, TestRun>();
  const trialsAtConnectors: string[] = [];
  let gateway: Gateway | undefined;
  let listener: Server | undefined;
  let address: AddressInfo | undefined;
  let logged = "";
  /** The session of the next connection. */
  let current: GatewaySession | undefined;
  let outbound: ReturnType<typeof createOutbound> | undefined;

  beforeAll(async () => {
    const { connectors, database, service } = connectorsServer();
    outbound = createOutbound({ allow: ["127.0.0.1/32"], lookup: service.lookup, ca: service.ca });
    const log = pino(
      { level: "trace" },
      {
        write: (line) => {
          logged += line;
        },
      },
    );
    const route = createConnectorRoute({
      runs: {
        find: (runId) => runs.get(runId)?.facts,
        recordTrialCall: (runId) => void trialsAtConnectors.push(runId),
      },
      connectors,
      allowanceFor: createAllowance(database.db),
      outbound,
      memory: new MemoryBudget(),
      log,
      bounds,
    });
    gateway = createGateway({
      config: readGatewayConfig({}),
      budget: new CountingBudget(),
      log,
      routes: [route],
    });
    listener = createServer((socket) => {
      if (current) gateway?.connect(socket, current);
    });
    await new Promise<void>((resolve) => listener?.listen(0, "127.0.0.1", resolve));
    address = listener.address() as AddressInfo;
  });
  beforeEach(() => {
    connectorsServer().service.requests.splice(0);
    connectorsServer().service.answer(() => ({ status: 200, body: { ok: true } }));
  });
  afterAll(async () => {
    await gateway?.close(0);
    await outbound?.close();
    listener?.close();
  });

  return () => {
    const server = connectorsServer();
    if (!address) throw new Error("the gateway listens only while tests run");
    const { port } = address;

    const startRun = async (options: RunOptions = {}): Promise<TestRun> => {
      const { db } = server.database;
      const person = await server.client.register();
      const { user_id: userId } = await db
        .selectFrom("memberships")
        .innerJoin("users", "users.id", "memberships.user_id")
        .where("username", "=", person.username)
        .select("user_id")
        .executeTakeFirstOrThrow();
      const owner = await findAccountId(db, (await server.client.register()).username);
      const { methods = ["GET", "POST"], paths = ["/**"] } = options;
      const service = options.api ? server.apiHost : "gitlab";
      const use: ConnectorUse = { service, methods, paths };
      const agentId = await someAgent(db, owner, { name: `Agent of ${person.username}` });
      const connect = () =>
        options.api
          ? addApi(server, person, { api_key: CREDENTIAL, service_config: options.api })
          : addGitLab(server, person, CREDENTIAL);
      const connectorId = options.connected === false ? undefined : (await connect()).id;
      const scope = options.granted === undefined ? { methods, paths } : options.granted;
      if (connectorId !== undefined && scope !== null)
        await storeGrants(db, [
          { userId, agentId, agentOwnerAccountId: owner, connectorId, standsFor: null, scope },
        ]);
      const runId = `run_${runs.size}`;
      const ended = new AbortController();
      const records: ConnectorCall[] = [];
      const run: TestRun = {
        session: { runId, runToken: `rt_${runId}_${person.username}`, trial: false },
        facts: {
          userId,
          agentId,
          agentOwnerAccountId: owner,
          uses: [use],
          traffic: new Traffic(),
          signal: ended.signal,
          track: () => undefined,
          record: (call) => void records.push(call),
        },
        records,
        connectorId,
        person: { token: person.token, userId },
        end: () => ended.abort(),
      };
      runs.set(runId, run);
      return run;
    };

    /** Calls the route as agent code does. The path is sent unchanged. */
    const call = (run: TestRun, path: string, options: CallOptions = {}): Promise<ProxyAnswer> => {
      current = run.session;
      const {
        method = "GET",
        headers = {},
        body,
        token = run.session.runToken,
        leaveAfterMs,
        onPiece,
      } = options;
      return new Promise((resolve, reject) => {
        const sent = request(
          {
            host: "127.0.0.1",
            port,
            method,
            path,
            agent: false,
            headers: { authorization: `Bearer ${token}`, ...headers },
          },
          (answer) => {
            const pieces: Buffer[] = [];
            answer.on("data", (piece: Buffer) => {
              pieces.push(piece);
              onPiece?.(piece.toString());
            });
            const done = (isBroken: boolean) =>
              resolve({
                status: answer.statusCode ?? 0,
                headers: answer.headers,
                text: Buffer.concat(pieces).toString(),
                isBroken,
              });
            answer.on("end", () => done(false));
            answer.on("error", () => done(true));
          },
        );
        sent.on("error", reject);
        sent.end(body);
        if (leaveAfterMs !== undefined) setTimeout(() => sent.destroy(new Error("left")), leaveAfterMs);
      });
    };

    /** Sends raw bytes. @returns all bytes of the response */
    const raw = (run: TestRun, text: string, leaveAfterMs?: number): Promise<string> => {
      current = run.session;
      return new Promise((resolve, reject) => {
        let answer = "";
        const socket = connect(port, "127.0.0.1", () => socket.write(text));
        socket.setEncoding("utf8").on("data", (piece) => {
          answer += piece;
        });
        socket.on("error", reject).on("close", () => resolve(answer));
        if (leaveAfterMs !== undefined) setTimeout(() => socket.destroy(), leaveAfterMs);
      });
    };

    const countUsage = async ({ connectorId }: TestRun): Promise<number> => {
      const row = await server.database.db
        .selectFrom("connectors")
        .select("current_usage")
        .where("id", "=", connectorId ?? "")
        .executeTakeFirstOrThrow();
      return Number(row.current_usage);
    };
    const change = (run: TestRun, body: object) =>
      server.client.put(`/api/v1/connectors/${run.connectorId}`, body, { token: run.person.token });
    return { ...server, startRun, call, raw, countUsage, change, trialsAtConnectors, proxyLog: () => logged };
  };
}

/** Parses a refusal as agents receive it. */
export function parseRefusal({ text }: ProxyAnswer): { error: string; detail: string } {
  return JSON.parse(text) as { error: string; detail: string };
}
