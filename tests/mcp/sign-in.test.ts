import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { AppRequestParameters } from "@stoa/contract";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import {
  type RegisteredPerson,
  registerPerson,
} from "../../server/src/modules/accounts/personal-data/full-account.fixture.ts";
import { answerRequest, registerApp } from "../../server/src/modules/oauth/oauth.fixture.ts";
import { MemoryProvider, signInClient } from "../../server/src/modules/oauth/sdk-client.fixture.ts";
import { findFreePort } from "../../server/src/platform/postgres/free-port.ts";
import { type ScriptedService, startScriptedService } from "../harness/scripted-service.ts";
import { useTestServer } from "../harness/server.ts";
import { runAuthorizationConformance } from "./conformance.ts";

/** Clients compare the URLs in the metadata with the URL that they were given, so the public URL must be the real one. */
const PORT = await findFreePort(null);
const URL_OF_SERVER = `http://127.0.0.1:${PORT}`;

let site: ScriptedService;
beforeAll(async () => {
  site = await startScriptedService(["client.example"]);
});
afterAll(() => site.close());

const server = useTestServer({
  env: { PORT: String(PORT), STOA_PUBLIC_URL: URL_OF_SERVER, STOA_OUTBOUND_ALLOW: "127.0.0.1/32" },
  network: () => ({ lookup: site.lookup, ca: site.ca, replacePort: () => site.port }),
});
let person: RegisteredPerson;
let agentId = 0;

beforeAll(async () => {
  person = await registerPerson(server());
  agentId = await person.upload();
});

/** Allows what a client asks for as its person would on the consent screen, and returns the URL of the answer. */
const allow = (url: URL) =>
  answerRequest(server(), person, AppRequestParameters.parse(Object.fromEntries(url.searchParams)));

const run = { name: "run_agent", arguments: { agent_id: 0, input_data: { message: "Hello" } } };

describe("the client of the TypeScript SDK", () => {
  it("finds the authorization server, registers, signs in, runs an agent and renews its token", async () => {
    const provider = new MemoryProvider("http://localhost:7465/callback");
    const client = await signInClient(new URL("/mcp", URL_OF_SERVER), provider, allow);
    expect(provider.client).toMatchObject({ client_id: expect.stringMatching(/^oac_/) });
    expect(Object.fromEntries(provider.authorizationUrl?.searchParams ?? [])).toMatchObject({
      resource: `${URL_OF_SERVER}/mcp`,
      scope: "read run",
      code_challenge_method: "S256",
    });
    const call = { ...run, arguments: { ...run.arguments, agent_id: agentId } };
    expect(await client.callTool(call)).toMatchObject({ structuredContent: { output: "Hello" } });

    const first = provider.saved;
    if (!first) throw new Error("the client has no tokens");
    provider.saved = { ...first, access_token: "stoa_at_expired" };
    expect((await client.listTools()).tools).toHaveLength(3);
    expect(provider.saved.access_token).toMatch(/^stoa_at_[\w-]{43}$/);
    expect(provider.saved.refresh_token).not.toBe(first.refresh_token);
  });

  it("asks again for all scopes if one is missing", async () => {
    const provider = new MemoryProvider("http://localhost:7465/callback");
    // The person's first client may only read.
    const allowReading = (url: URL) => {
      url.searchParams.set("scope", "read");
      return allow(url);
    };
    const client = await signInClient(new URL("/mcp", URL_OF_SERVER), provider, allowReading);
    expect(provider.saved?.scope).toBe("read");
    await expect(
      client.callTool({ ...run, arguments: { ...run.arguments, agent_id: agentId } }),
    ).rejects.toThrow("Unauthorized");
    expect(provider.authorizationUrl?.searchParams.get("scope")).toBe("read run");
  });

  it("signs in to one agent, with the URL of its metadata document as its ID", async () => {
    const clientId = "https://client.example/oauth/client.json";
    const redirect = "http://localhost:7465/callback";
    const document = { client_id: clientId, client_name: "SDK client", redirect_uris: [redirect] };
    site.answer(() => ({ status: 200, body: document }));
    const provider = new MemoryProvider(redirect, clientId);
    const client = await signInClient(new URL(`/mcp/agents/${agentId}`, URL_OF_SERVER), provider, allow);
    expect(provider.client).toMatchObject({ client_id: clientId });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([expect.stringMatching(new RegExp(`_${agentId}$`))]);
  });
});

describe("the client of the Python SDK", () => {
  it("finds the authorization server, registers, signs in, runs an agent and renews its token", async () => {
    const programs = process.env.STOA_RUNNERS;
    if (!programs) throw new Error("STOA_RUNNERS must name the folder of a Python with mcp.");
    const script = join(import.meta.dirname, "python_sign_in.py");
    const child = spawn(join(programs, "python3"), [script, `${URL_OF_SERVER}/mcp`, String(agentId)]);
    const [failure, ended] = [text(child.stderr), once(child, "exit")];
    const lines: string[] = [];
    for await (const line of createInterface(child.stdout)) {
      if (line.startsWith("http")) child.stdin.write(`${await allow(new URL(line))}\n`);
      else lines.push(line);
    }
    await ended;
    expect(lines, await failure).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? "")).toEqual({
      client_id: expect.stringMatching(/^oac_/),
      scope: "read run",
      output: "Hello from Python",
      tools: 3,
      renewed: true,
    });
  });
});

describe("the conformance suite for authorization servers", () => {
  it.each(["2025-06-18", "2025-11-25", "2026-07-28"])("passes completely for MCP %s", async (version) => {
    const folder = await mkdtemp(join(tmpdir(), "stoa-conformance-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const port = await findFreePort(null);
    const clientId = await registerApp(server(), { redirect_uris: [`http://127.0.0.1:${port}/callback`] });
    const outcomes = await runAuthorizationConformance({
      ...{ issuer: URL_OF_SERVER, resource: `${URL_OF_SERVER}/mcp`, clientId, port, version, folder, allow },
    });
    expect(outcomes.flatMap(({ failed }) => failed)).toEqual([]);
    expect(outcomes.flatMap(({ passed }) => passed)).toEqual(
      expect.arrayContaining(["authorization-server-metadata", "authorization-code-grant"]),
    );
  });
});
