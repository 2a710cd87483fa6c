import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { createSecureContext, TLSSocket } from "node:tls";
import { afterAll, beforeAll, expect, test } from "vitest";
import { useTestDatabase } from "../../../../../../tests/harness/database.ts";
import { makeTlsIdentity, type TlsIdentity } from "../../../../../../tests/harness/tls-authority.ts";
import { createOutbound } from "../../../../platform/outbound/create-outbound.ts";
import { callDatabase } from "./database-server.ts";

const database = useTestDatabase();
const IDENTITY = makeTlsIdentity(["localhost"]);

/** Connects to the test's PostgreSQL, which listens on a socket in a folder, or on a port. */
function connectToDatabase(url: string): Socket {
  const { hostname, port } = new URL(url);
  const host = decodeURIComponent(hostname);
  return host.startsWith("/") ? connect(`${host}/.s.PGSQL.${port}`) : connect(Number(port), host);
}

/** Adds TLS in front of the test's PostgreSQL: it accepts the client's request for TLS, and forwards what follows. */
function startTlsServer({ cert, key }: TlsIdentity, offersTls: () => boolean) {
  const sockets = new Set<Socket>();
  const context = createSecureContext({ cert, key });
  const server = createServer((socket) => {
    sockets.add(socket.on("error", () => undefined));
    socket.once("data", () => {
      socket.pause();
      socket.write(offersTls() ? "S" : "N");
      if (!offersTls()) return;
      const secure = new TLSSocket(socket, { isServer: true, secureContext: context });
      const target = connectToDatabase(database().url);
      sockets.add(target.on("error", () => secure.destroy()));
      secure.on("error", () => target.destroy());
      secure.pipe(target).pipe(secure);
    });
  });
  return {
    server,
    close: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

let offersTls = true;
const tls = startTlsServer(IDENTITY, () => offersTls);
const outbound = createOutbound({ allow: ["127.0.0.1/32", "::1/128"], ca: IDENTITY.ca });
const stranger = createOutbound({ allow: ["127.0.0.1/32", "::1/128"] });

beforeAll(() => new Promise<void>((resolve) => tls.server.listen(0, "127.0.0.1", resolve)));
afterAll(async () => {
  tls.close();
  tls.server.close();
  await outbound.close();
  await stranger.close();
});

async function ask(
  body: unknown,
  { by = outbound, path = "/query", method = "POST", config = {}, password = "" } = {},
) {
  const url = new URL(database().url);
  const answer = await callDatabase({
    outbound: by,
    secrets: {
      credential: password || decodeURIComponent(url.password) || "none",
      config: {
        host: "localhost",
        port: String((tls.server.address() as AddressInfo).port),
        user: decodeURIComponent(url.username) || "postgres",
        database: url.pathname.slice(1),
        ...config,
      },
    },
    method,
    path,
    body: Buffer.from(JSON.stringify(body)),
    signal: new AbortController().signal,
  });
  return { status: answer.status, body: JSON.parse(await text(answer.body)) as unknown };
}

const query = (sql: string, values?: unknown[]) => ({ queries: [{ text: sql, ...(values && { values }) }] });

test("runs queries in order over TLS and returns their rows as JSON", async () => {
  const { status, body } = await ask({
    queries: [
      { text: "CREATE TEMP TABLE tea (id bigint, name text, at timestamptz, more jsonb)" },
      {
        text: "INSERT INTO tea VALUES ($1, $2, $3, $4) RETURNING *",
        values: ["9007199254740993", "it's; DROP", "2026-11-28T00:00:00Z", { hot: true }],
      },
      { text: "SELECT 1 AS a; SELECT 2 AS a" },
      { text: "SELECT ($1::jsonb) ->> $2 = $3 AS same LIMIT $4", values: [{ by: "me" }, "by", "me", 5] },
    ],
  });
  expect([status, body]).toEqual([
    200,
    {
      results: [
        { rows: [] },
        {
          rows: [
            {
              id: "9007199254740993",
              name: "it's; DROP",
              at: "2026-11-28T00:00:00.000Z",
              more: { hot: true },
            },
          ],
        },
        { rows: [{ a: 1 }, { a: 2 }] },
        { rows: [{ same: true }] },
      ],
    },
  ]);
});

test("undoes all queries of a transaction if one fails, and returns the database's message", async () => {
  await ask(query("CREATE TABLE cups (id int PRIMARY KEY)"));
  const { status, body } = await ask({
    transaction: true,
    queries: [{ text: "INSERT INTO cups VALUES (1)" }, { text: "INSERT INTO cups VALUES (1)" }],
  });
  expect([status, body]).toMatchObject([
    422,
    { code: "23505", message: expect.stringContaining("cups_pkey") },
  ]);
  expect((await ask(query("SELECT count(*)::int AS n FROM cups"))).body).toEqual({
    results: [{ rows: [{ n: 0 }] }],
  });
});

test("signs in for a connection test", async () => {
  expect(await ask({}, { method: "GET", path: "/connection" })).toEqual({ status: 200, body: { ok: true } });
});

test.each([
  ["POST", "/rows", 404, /Use POST \/query/],
  ["POST", "/query", 400, /The queries are invalid at queries/],
])("%s %s without queries is refused with %i", async (method, path, expected, message) => {
  const { status, body } = await ask({ queries: [] }, { method, path });
  expect([status, body]).toMatchObject([expected, { message: expect.stringMatching(message) }]);
});

test("never signs in without TLS, or to a server whose certificate is not trusted", async () => {
  offersTls = false;
  try {
    await expect(ask(query("SELECT 1"))).rejects.toMatchObject({ code: "tls" });
  } finally {
    offersTls = true;
  }
  await expect(ask(query("SELECT 1"), { by: stranger })).rejects.toMatchObject({ code: "tls" });
});

test("trusts the authority that the connector names", async () => {
  const inOneLine = IDENTITY.ca.replace(/\n/g, " ").trim();
  const { status } = await ask(query("SELECT 1"), { by: stranger, config: { ca_certificate: inOneLine } });
  expect(status).toBe(200);
});

test("ends the connection if a result is too large", async () => {
  await expect(ask(query("SELECT repeat('x', 1000) FROM generate_series(1, 100000)"))).rejects.toMatchObject({
    code: "too_large",
  });
});

test("refuses a database in a private network", async () => {
  const guarded = createOutbound({ allow: [] });
  await expect(ask(query("SELECT 1"), { by: guarded })).rejects.toMatchObject({ code: "address_refused" });
  await guarded.close();
});
