import type { IncomingMessage } from "node:http";
import type { ConnectorTool } from "@stoa/contract/declarative-agent";
import { readBounded } from "./bounded-text.ts";
import type { RunConnection } from "./run-connection.ts";
import { readArguments } from "./tool-definition.ts";
import { toolRequest } from "./tool-request.ts";

/** A result is paid for again with every model call that follows: this is about 4,000 tokens. */
const MAX_RESULT_CHARS = 16_000;
/** Room for every character of a result in UTF-8. */
const MAX_RESULT_BYTES = MAX_RESULT_CHARS * 4;

const TEXTUAL = /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml)\b|application\/x-www-form-urlencoded)/i;

function cut(text: string, isCut: boolean): string {
  if (!isCut && text.length <= MAX_RESULT_CHARS) return text;
  return `${text.slice(0, MAX_RESULT_CHARS)}\n[Cut here: only the first ${MAX_RESULT_CHARS} characters are shown. Ask for less.]`;
}

async function resultOf(answer: IncomingMessage): Promise<string> {
  const status = answer.statusCode ?? 0;
  const type = answer.headers["content-type"] ?? "";
  const { text, isCut } = await readBounded(answer, MAX_RESULT_BYTES);
  const isText = TEXTUAL.test(type) || (type === "" && !text.includes("\uFFFD"));
  const content = isText
    ? cut(text, isCut)
    : text === ""
      ? ""
      : `[An answer of the type ${type.slice(0, 100)}]`;
  if (status >= 200 && status < 300) return content.trim() === "" ? `[HTTP ${status}, no content]` : content;
  return `HTTP ${status}: ${content}`;
}

/** Calls a service as a model asked, with the connector of whoever runs the agent. Every failure is words for the model. */
export async function callConnector(
  connection: RunConnection,
  tool: ConnectorTool,
  argumentsText: string,
): Promise<string> {
  const read = readArguments(tool, argumentsText);
  if ("problem" in read) return read.problem;
  const request = toolRequest(tool, read.values);
  if ("problem" in request) return request.problem;
  try {
    return await resultOf(await connection.call({ ...request, accept: "application/json" }));
  } catch (error) {
    return `The service could not be reached: ${error instanceof Error ? error.message : "the call broke off"}`;
  }
}
