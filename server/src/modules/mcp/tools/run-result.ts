import type { CallToolResult, ContentBlock } from "@modelcontextprotocol/server";
import type { Artifact, ExecutionResult, Json } from "@stoa/contract";
import type * as z from "zod";
import { createFileUri } from "../file-uri.ts";
import { MCP_TEXTS } from "../texts.ts";

/**
 * The number of characters of an output that a tool returns, about 100,000 tokens: half of the context of the common
 * models. A model could not read more, and clients keep every result in memory.
 */
export const OUTPUT_MAX_CHARACTERS = 400_000;

/** The schema of a run's structured content. */
export const RUN_OUTPUT_SCHEMA = {
  type: "object" as const,
  properties: {
    run_id: { type: "string" },
    status: { type: "string", enum: ["completed", "failed", "timeout", "cancelled", "running", "queued"] },
    cost: { type: "number", description: "Amount in USD by which the balance decreased" },
    output: { description: "Output of the agent: text, or the value that it returned" },
    artifacts: {
      type: "array",
      items: {
        type: "object",
        properties: {
          id: { type: "string" },
          name: { type: "string" },
          type: { type: "string" },
          size: { type: "integer" },
          url: { type: "string", description: "Link that works for an hour without a credential" },
        },
        required: ["id", "name", "type", "size", "url"],
      },
    },
    stop_reason: { type: ["string", "null"] },
    error: { type: ["string", "null"] },
    detail: { type: ["string", "null"] },
  },
  required: ["run_id", "status", "cost", "output", "artifacts"],
};

/** Converts the result of a run to the result of a tool. A failed run is an error of the tool, with its public text. */
export function toToolResult(
  result: z.input<typeof ExecutionResult>,
  client: { knowsLinks: boolean },
): CallToolResult {
  const { run_id, status, total_cost, agent_output, artifacts, stop_reason, error, detail, success } = result;
  const text = toText(agent_output);
  const isCut = text.length > OUTPUT_MAX_CHARACTERS;
  const shown = isCut ? text.slice(0, OUTPUT_MAX_CHARACTERS) : text;
  const texts = [
    success ? "" : (detail ?? MCP_TEXTS.internal),
    shown,
    isCut ? MCP_TEXTS.cutOutput(OUTPUT_MAX_CHARACTERS) : "",
  ].filter((part) => part !== "");
  return {
    content: [
      ...(texts.length > 0 ? texts : [""]).map((part): ContentBlock => ({ type: "text", text: part })),
      ...artifacts.map((file) => (client.knowsLinks ? toLink(file) : toLinkText(file))),
    ],
    structuredContent: {
      ...{ run_id, status, cost: total_cost, output: isCut ? shown : agent_output },
      ...{ artifacts, stop_reason, error, detail },
    },
    ...(!success && { isError: true }),
  };
}

function toText(output: z.input<typeof Json>): string {
  if (output === null) return "";
  return typeof output === "string" ? output : JSON.stringify(output);
}

function toLink({ id, name, type, size, url }: Artifact): ContentBlock {
  const description = `A file that the agent returned. Link for an hour: ${url}`;
  return { type: "resource_link", uri: createFileUri(id), name, mimeType: type, size, description };
}

function toLinkText({ name, url }: Artifact): ContentBlock {
  return { type: "text", text: `File ${name}: ${url}` };
}
