import type { Socket } from "node:net";
import pg from "pg";
import { type OutboundAnswer, OutboundError } from "../../../../platform/outbound/outbound.ts";
import type { ForeignCall } from "../../service-definition.ts";
import { getConfigured } from "../configured.ts";
import { toPem } from "./certificate.ts";
import { databaseAnswer, toRefusedAnswer } from "./database-answer.ts";
import { type QueryRequest, readQueries } from "./query-request.ts";

const CONNECT_MS = 10_000;
/** The time limit of each query. A query that takes longer is a mistake, or belongs into a job of the database. */
const QUERY_MS = 60_000;
/** The maximum size of all results, which the server holds in memory. It is a quarter of other services' limit. */
const MAX_RECEIVED_BYTES = 8 * 1024 * 1024;
/** A fast network delivers about 6 MB in this time, so a result is at most about that much over the limit. */
const MEASURE_MS = 50;

/** Destroys the connection after it has received too much. @returns a function that ends the measurement */
function limitReceivedBytes(socket: Socket): () => void {
  const measurement = setInterval(() => {
    if (socket.bytesRead > MAX_RECEIVED_BYTES)
      socket.destroy(
        new OutboundError(
          "too_large",
          `The result is larger than ${MAX_RECEIVED_BYTES / 1_048_576} MiB. Select fewer rows or columns`,
        ),
      );
  }, MEASURE_MS);
  return () => clearInterval(measurement);
}

/** Creates a client for an open connection, which it always encrypts before it signs in. */
function createClient(
  socket: Socket,
  { secrets: { credential, config }, outbound: { authorities } }: ForeignCall,
): pg.Client {
  // The client would connect on its own, but this connection is already open and its address was checked.
  const stream = Object.assign(socket, {
    connect: () => {
      process.nextTick(() => socket.emit("connect"));
      return socket;
    },
  });
  const own = config.ca_certificate;
  const ca = own === undefined ? authorities : [toPem(own)];
  const client = new pg.Client({
    host: getConfigured(config, "host"),
    port: Number(getConfigured(config, "port")),
    user: getConfigured(config, "user"),
    database: getConfigured(config, "database"),
    password: credential,
    stream: () => stream,
    ssl: { rejectUnauthorized: true, ...(ca && { ca: [...ca] }) },
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: QUERY_MS,
    application_name: "Stoa",
  });
  // The error also rejects the query that is active, so it is handled there.
  client.on("error", () => undefined);
  return client;
}

/** Runs queries in order. A text with several statements returns the rows of all of them. */
async function runQueries(
  client: pg.Client,
  { queries, transaction = false }: QueryRequest,
): Promise<object> {
  const results: { rows: unknown[] }[] = [];
  if (transaction) await client.query("BEGIN");
  for (const { text, values = [] } of queries) {
    const result: pg.QueryResult | pg.QueryResult[] = await client.query({ text, values });
    results.push({ rows: [result].flat().flatMap(({ rows }) => rows as unknown[]) });
  }
  if (transaction) await client.query("COMMIT");
  return { results };
}

/** Calls a database in the form of HTTP. @throws OutboundError if the database does not answer */
export async function callDatabase(call: ForeignCall): Promise<OutboundAnswer> {
  const { method, path, body, outbound, secrets, signal } = call;
  const isTest = method === "GET" && path === "/connection";
  if (!isTest && !(method === "POST" && path === "/query"))
    return databaseAnswer(404, { message: "Use POST /query or GET /connection to call the database." });
  const read = isTest ? undefined : readQueries(body);
  if (read && "problem" in read) return databaseAnswer(400, { message: read.problem });
  const socket = await outbound.connect({
    host: getConfigured(secrets.config, "host"),
    port: Number(getConfigured(secrets.config, "port")),
    connectMs: CONNECT_MS,
    signal,
  });
  const stopMeasuring = limitReceivedBytes(socket);
  try {
    const client = createClient(socket, call);
    await client.connect();
    return databaseAnswer(200, read ? await runQueries(client, read.request) : { ok: true });
  } catch (error) {
    return toRefusedAnswer(error);
  } finally {
    stopMeasuring();
    socket.destroy();
  }
}
