import { CONVERSATION_LIMITS } from "@stoa/contract";
import { boundText } from "@stoa/contract/bounded-text";
import { z } from "zod";
import type { JsonValue, RunEvent } from "../../protocol/index.ts";
import { toStorableJson, toStorableText, UnusableJson } from "./json-bounds.ts";

/** The agent process's own report of its end. It is untrusted: the exit frame decides whether to use it. */
export type AgentVerdict =
  | { type: "result"; value: JsonValue }
  | { type: "streamed" }
  | { type: "failure"; message: string; detail: string };

/** A line from the agent process's event pipe. */
export type AgentLine = { event: RunEvent } | { verdict: AgentVerdict } | { state: string };

/** The size of the longest line with a state. Its characters take one byte each, and the rest of the line is short. */
export const STATE_LINE_BYTES = CONVERSATION_LIMITS.stateBytes + 64;

const text = z.string().transform(toStorableText);
const lineSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("output"), text }),
  z.object({ type: z.literal("log"), level: z.enum(["debug", "info", "warning", "error"]), message: text }),
  z.object({ type: z.literal("progress"), message: text, fraction: z.number().min(0).max(1).optional() }),
  z.object({
    type: z.literal("step"),
    kind: z.enum(["message", "tool_call", "tool_result"]),
    source: text,
    text,
  }),
  z.object({
    type: z.literal("result"),
    value: z.unknown().optional(),
    streamed: z.literal(true).optional(),
  }),
  z.object({ type: z.literal("failure"), message: text, detail: text }),
  z.object({
    type: z.literal("state"),
    data: z.string().max(CONVERSATION_LIMITS.stateBytes).transform(toStorableText),
  }),
]);

const NESTED_TOO_DEEPLY = "The agent's output is nested too deeply. Return a flatter structure.";

function toVerdict(value: unknown): AgentVerdict {
  try {
    return { type: "result", value: toStorableJson(value) };
  } catch (error) {
    if (!(error instanceof UnusableJson)) throw error;
    return { type: "failure", message: NESTED_TOO_DEEPLY, detail: NESTED_TOO_DEEPLY };
  }
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** Parses an untrusted line. A line in no known format is treated as printed by the agent. */
export function readAgentLine(line: string): AgentLine {
  const checked = lineSchema.safeParse(parseLine(line));
  if (!checked.success) return { event: { type: "log", level: "info", message: toStorableText(line) } };
  const { data } = checked;
  switch (data.type) {
    case "result":
      return { verdict: data.streamed ? { type: "streamed" } : toVerdict(data.value ?? null) };
    case "failure": {
      const message = boundText(data.message);
      return { verdict: { type: "failure", message, detail: data.detail } };
    }
    case "state":
      return { state: data.data };
    case "progress":
      return {
        event: {
          type: "progress",
          message: data.message,
          ...(data.fraction === undefined ? {} : { fraction: data.fraction }),
        },
      };
    default:
      return { event: data };
  }
}
