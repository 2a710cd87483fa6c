import { createServer, type ServerResponse } from "node:http";
import { RunConnection } from "@stoa/runtime/declarative";
import {
  type ReceivedRequest,
  replyWith,
  replyWithJson,
} from "../../../runtime/supervisor/declarative/testing/scripted-gateway.ts";
import type { GatewayClient } from "../../model/services.ts";

/** A model's answer in one turn, or the gateway's error. */
export type ScriptedTurn =
  | string
  | { text?: string; calls?: { name: string; args: object; id?: string }[] }
  | { refused: number; message: string };

/** Returns a vector for a string: how often each of four letters occurs. */
const toVector = (text: string): number[] =>
  ["a", "e", "o", "x"].map((letter) => text.toLowerCase().split(letter).length - 1);

/** Returns the status and body of a response that is not streamed. */
function toPlainAnswer(turn: Exclude<ScriptedTurn, string> | undefined): [status: number, body: object] {
  if (turn === undefined) return [500, { error: { message: "the script has ended" } }];
  if ("refused" in turn) return [turn.refused, { error: { message: turn.message } }];
  const message = { role: "assistant", content: turn.text ?? "" };
  return [200, { id: "c1", choices: [{ index: 0, message, finish_reason: "stop" }] }];
}

function answer(
  { body, path }: ReceivedRequest,
  scripted: ScriptedTurn | undefined,
  response: ServerResponse,
): void {
  const turn = typeof scripted === "string" ? { text: scripted } : scripted;
  if (path === "/v1/embeddings") {
    const data = (body.input as string[]).map((text, index) => ({ index, embedding: toVector(text) }));
    replyWithJson(response, 200, { data });
  } else if (turn && "calls" in turn && turn.calls)
    replyWith(response, {
      ...turn,
      calls: turn.calls.map(({ args, ...call }) => ({ ...call, args: JSON.stringify(args) })),
    });
  else if (turn && !("refused" in turn) && body.stream === true)
    replyWith(response, { text: turn.text ?? "" });
  else replyWithJson(response, ...toPlainAnswer(turn));
}

/** Creates a gateway whose models answer one turn after the other. */
export function createScriptedModels(...turns: ScriptedTurn[]): {
  gateway: GatewayClient;
  requests: ReceivedRequest[];
} {
  const requests: ReceivedRequest[] = [];
  const left = [...turns];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
      const entry = { method, path: url, authorization: headers.authorization, body };
      requests.push(entry);
      answer(entry, url === "/v1/embeddings" ? undefined : left.shift(), response);
    });
  });
  const connectGateway = (connection: unknown) => server.emit("connection", connection);
  const gateway = new RunConnection({ connectGateway, runToken: "token" }, new AbortController().signal);
  return { gateway, requests };
}
