import type { IncomingMessage } from "node:http";
import { boundText } from "@stoa/contract/bounded-text";
import type { AgentTool } from "@stoa/contract/declarative-agent";
import { AgentCallAnswer } from "@stoa/contract/runs";
import { z } from "zod";
import { readBounded } from "./read-bounded.ts";
import type { RunConnection } from "./run-connection.ts";
import { readArguments } from "./tool-definition.ts";
import { listSentValues } from "./tool-request.ts";
import { truncateResult } from "./tool-result.ts";

/** The maximum size of an answer: 1 MiB that an agent may write, and the rest for JSON escapes. */
const MAX_ANSWER_BYTES = 2 * 1024 * 1024;
/** The maximum length of the reason for a failure. The model reads the reason, and each token costs money. */
const MAX_REASON_CHARS = 2_000;
const STOPPED_AT_LIMIT = "[The agent reached its cost limit. The output above may be incomplete.]";

/** Skips checks inside the output, which is already bounded JSON. Checking each of its values took up to 0.8 s. */
const Answer = AgentCallAnswer.extend({
  agent_output: z.custom<AgentCallAnswer["agent_output"]>((output) => output !== undefined),
});

const Refusal = z.object({ detail: z.string() });

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function toText(output: AgentCallAnswer["agent_output"]): string {
  const text = typeof output === "string" ? output : output === null ? "" : JSON.stringify(output);
  return text.trim() === "" ? "[No output]" : truncateResult(text, false);
}

function formatResponse({
  success,
  agent_output: output,
  stop_reason: reason,
  detail,
}: AgentCallAnswer): string {
  if (!success)
    return `The agent failed: ${boundText(detail ?? "it returned no output and no error.", MAX_REASON_CHARS)}`;
  return reason === "limit" ? `${toText(output)}\n${STOPPED_AT_LIMIT}` : toText(output);
}

async function readResult(answer: IncomingMessage): Promise<string> {
  const status = answer.statusCode ?? 0;
  const { text, isCut } = await readBounded(answer, MAX_ANSWER_BYTES);
  if (isCut) return "The agent's output is too long.";
  const body = parseJson(text);
  if (status !== 200) {
    const refusal = Refusal.safeParse(body);
    return refusal.success
      ? boundText(refusal.data.detail, MAX_REASON_CHARS)
      : `Could not call the agent (HTTP ${status}).`;
  }
  const read = Answer.safeParse(body);
  return read.success ? formatResponse(read.data) : "The agent's response is invalid.";
}

/** Runs another agent for a model; this agent's caller pays for it. Every failure becomes a message to the model. */
export async function callAgent(
  connection: RunConnection,
  tool: AgentTool,
  argumentsText: string,
): Promise<string> {
  const read = readArguments(tool, argumentsText);
  if ("problem" in read) return read.problem;
  const call = {
    method: "POST",
    path: `/agents/${tool.agent}/invoke`,
    body: { input_data: Object.fromEntries(listSentValues(tool.input, read.values)) },
    accept: "application/json",
  };
  try {
    return await readResult(await connection.call(call));
  } catch (error) {
    return `Could not reach the agent: ${error instanceof Error ? error.message : "the connection was closed"}`;
  }
}
