import { createServer, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { Job, JsonValue, RunEvent, RunReceipt } from "../../../protocol/index.ts";
import { DeclarativeRuntime } from "../declarative-runtime.ts";

/** A request as the gateway received it. */
export interface ReceivedRequest {
  method: string;
  path: string;
  authorization: string | undefined;
  /** The body if it is JSON. */
  body: Record<string, unknown>;
}

export type GatewayScript = (request: ReceivedRequest, response: ServerResponse, bytes: Buffer) => void;

type Call = { name: string; args: string; id?: string };

/** Streams one turn of a model in chunks, as providers do. */
export function replyWith(
  response: ServerResponse,
  turn: { text?: string; calls?: Call[]; model?: string },
): void {
  const { text = "", calls = [], model = "scripted" } = turn;
  const createPiece = (delta: object) =>
    response.write(`data: ${JSON.stringify({ model, choices: [{ index: 0, delta }] })}\n\n`);
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const word of text.match(/\s*\S+/g) ?? []) createPiece({ content: word });
  for (const [index, { name, args, id }] of calls.entries()) {
    createPiece({ tool_calls: [{ index, id: id ?? `call_${index}`, function: { name, arguments: "" } }] });
    for (const part of args.match(/[\s\S]{1,20}/g) ?? [])
      createPiece({ tool_calls: [{ index, function: { arguments: part } }] });
  }
  response.end("data: [DONE]\n\n");
}

export function replyWithJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

export interface ScriptedRun {
  receipt: RunReceipt;
  events: RunEvent[];
  requests: ReceivedRequest[];
  /** The requests to the models route. */
  models: ReceivedRequest[];
  /** The requests to the services route. */
  services: ReceivedRequest[];
}

interface ScriptedRunOptions {
  agent: object;
  input?: { [name: string]: JsonValue };
  job?: Pick<Job, "secrets" | "trial">;
  limits?: Partial<Job["limits"]>;
  /** Called when the run has started, with a function that cancels the run. */
  begun?: (cancel: () => void) => void;
  onEvent?: () => void;
  /** Whether the gateway refuses connections. */
  refuses?: boolean;
}

const LIMITS = {
  wallMs: 20_000,
  cpuSeconds: 20,
  memoryBytes: 0,
  diskBytes: 0,
  processes: 1,
  outputBytes: 1 << 20,
};

/** Runs a declaration against a scripted gateway. */
export async function runDeclared(options: ScriptedRunOptions, script: GatewayScript): Promise<ScriptedRun> {
  const requests: ReceivedRequest[] = [];
  const events: RunEvent[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const bytes = Buffer.concat(chunks);
      const text = request.headers["content-type"] === "application/json" ? bytes.toString() : "";
      const { method = "", url = "", headers } = request;
      const entry = {
        method,
        path: url,
        authorization: headers.authorization,
        body: text === "" ? {} : JSON.parse(text),
      };
      requests.push(entry);
      script(entry, response, bytes);
    });
  });
  const runtime = new DeclarativeRuntime();
  const declared = { stoa: 1, name: "Test", description: "Tests", instructions: "Answer.", ...options.agent };
  const handle = runtime.start(
    {
      runId: "run-1",
      source: JSON.stringify(declared),
      filename: "agent.json",
      entry: { name: "instructions", kind: "declaration", takes: "parameters" },
      input: options.input ?? { message: "hello" },
      limits: { ...LIMITS, ...options.limits },
      ...options.job,
      runToken: "token-of-this-run",
      connectGateway(connection: Duplex) {
        if (options.refuses) throw new Error("the gateway is not available");
        server.emit("connection", connection);
      },
    },
    (event) => {
      events.push(event);
      options.onEvent?.();
    },
  );
  options.begun?.(handle.cancel);
  const receipt = await handle.receipt;
  const isModel = ({ path }: ReceivedRequest) => path === "/v1/chat/completions";
  return {
    receipt,
    events,
    requests,
    models: requests.filter(isModel),
    services: requests.filter((each) => !isModel(each)),
  };
}
