import type { IncomingMessage } from "node:http";
import type { ConnectorTool } from "@stoa/contract/declarative-agent";
import { readBounded } from "./read-bounded.ts";
import type { RunConnection } from "./run-connection.ts";
import { readArguments } from "./tool-definition.ts";
import { buildToolRequest } from "./tool-request.ts";
import { MAX_RESULT_BYTES, truncateResult } from "./tool-result.ts";

const TEXTUAL = /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml)\b|application\/x-www-form-urlencoded)/i;

async function readResult(answer: IncomingMessage): Promise<string> {
  const status = answer.statusCode ?? 0;
  const type = answer.headers["content-type"] ?? "";
  const { text, isCut } = await readBounded(answer, MAX_RESULT_BYTES);
  const isText = TEXTUAL.test(type) || (type === "" && !text.includes("\uFFFD"));
  const content = isText
    ? truncateResult(text, isCut)
    : text === ""
      ? ""
      : `[A response of type ${type.slice(0, 100)}]`;
  if (status >= 200 && status < 300) return content.trim() === "" ? `[HTTP ${status}, no content]` : content;
  return `HTTP ${status}: ${content}`;
}

/** Calls a service for a model, with the caller's connector. Every failure becomes a message to the model. */
export async function callConnector(
  connection: RunConnection,
  tool: ConnectorTool,
  argumentsText: string,
): Promise<string> {
  const read = readArguments(tool, argumentsText);
  if ("problem" in read) return read.problem;
  const request = buildToolRequest(tool, read.values);
  if ("problem" in request) return request.problem;
  try {
    return await readResult(await connection.call({ ...request, accept: "application/json" }));
  } catch (error) {
    return `Could not reach the service: ${error instanceof Error ? error.message : "the connection was closed"}`;
  }
}
