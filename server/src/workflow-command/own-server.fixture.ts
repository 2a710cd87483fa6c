import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach } from "vitest";
import { ScriptedN8n } from "../modules/workflows/engine/scripted-n8n.fixture.ts";
import { type LocalGateway, openLocalGateway } from "./local-gateway.ts";
import type { LocalPython } from "./local-python.ts";
import { runFile } from "./run-file.ts";

export type ScriptedNode = {
  name: string;
  type: string;
  typeVersion?: number;
  parameters?: object;
  [field: string]: unknown;
};

/** A node that Stoa does not support. */
export const SHOUT: ScriptedNode = { name: "Shout", type: "n8n-nodes-community.shout" };
export const MANUAL: ScriptedNode = { name: "Start", type: "n8n-nodes-base.manualTrigger" };

export const NO_PYTHON: LocalPython = {
  run: () => Promise.reject(new Error("none")),
  close: () => Promise.resolve(),
};

/** Returns a file with consecutive nodes that runs on its developer's n8n server. */
export function createExport(nodes: readonly ScriptedNode[], more: object = {}): string {
  const all = nodes.map((node, index) => ({
    id: `${index}`,
    typeVersion: 1,
    parameters: {},
    position: [200 * index, 0],
    ...node,
  }));
  const connections = Object.fromEntries(
    all
      .slice(0, -1)
      .map(({ name }, index) => [name, { main: [[{ node: all[index + 1]?.name, type: "main", index: 0 }]] }]),
  );
  const settings = { executionOrder: "v1", callerPolicy: "any", binaryMode: "separate" };
  return JSON.stringify({
    name: "Flow",
    nodes: all,
    connections,
    settings,
    meta: { stoa: { engine: "n8n" } },
    ...more,
  });
}

function listen(n8n: ScriptedN8n): Promise<Server> {
  const server = createServer((request, response) => {
    void text(request)
      .then((body) =>
        n8n.answer({
          method: request.method ?? "",
          path: request.url ?? "",
          headers: request.headers as Record<string, string>,
          body,
        }),
      )
      .then(({ status, body }) => {
        const isText = typeof body === "string";
        response.writeHead(status, { "content-type": isText ? "text/plain" : "application/json" });
        response.end(isText ? body : JSON.stringify(body ?? {}));
      });
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve(server));
  });
}

/** Starts a scripted n8n server for each test, with a gateway that reaches it. */
export function useOwnServer() {
  let current: { n8n: ScriptedN8n; gateway: LocalGateway; listening: Server } | undefined;
  beforeEach(async () => {
    const n8n = new ScriptedN8n("n8n-key");
    const listening = await listen(n8n);
    const { port } = listening.address() as AddressInfo;
    const env = { STOA_N8N_URL: `http://127.0.0.1:${port}/`, STOA_N8N_API_KEY: "n8n-key" };
    const gateway = await openLocalGateway(env, "/nonexistent/stoa.models.json");
    current = { n8n, gateway, listening };
  });
  afterEach(async () => {
    await current?.gateway.close();
    current?.listening.closeAllConnections();
    await new Promise((resolve) => {
      current?.listening.close(resolve);
    });
  });
  return () => {
    if (!current) throw new Error("the server runs only during tests");
    const { n8n, gateway } = current;
    return {
      n8n,
      gateway,
      async ran(source: string, input: { [name: string]: string } = { message: "hello" }) {
        const said: string[] = [];
        const run = await runFile(source, input, {
          gateway,
          python: NO_PYTHON,
          say: (line) => said.push(line),
        });
        return { ...run, nodes: JSON.parse(run.nodes) as unknown, said };
      },
    };
  };
}
