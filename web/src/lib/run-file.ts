import type { ExecutionResult } from "@stoa/contract/runs";
import { replaceFiles } from "./file-output.ts";

/** Returns an agent's name in the form that file names use: `Deep Research Agent` becomes `deep-research-agent`. */
function getFileStem(agentName: string): string {
  const stem = agentName
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  return stem || "agent";
}

/**
 * Returns the output of a run as text: a string unchanged, anything else as JSON. Returns an empty string if there is
 * no output other than files, which the user downloads themselves.
 */
export function getAnswerText({
  agent_output,
  artifacts,
}: Pick<ExecutionResult, "agent_output" | "artifacts">): string {
  const output = replaceFiles(agent_output, artifacts);
  if (output === null) return "";
  return typeof output === "string" ? output : JSON.stringify(output, null, 2);
}

/** Returns the answer of a run as a file to download. */
export function createAnswerFile(
  result: Pick<ExecutionResult, "agent_output" | "artifacts" | "metadata" | "run_id">,
): File {
  const isText = typeof result.agent_output === "string";
  const name = `${getFileStem(result.metadata.agent_name)}-${result.run_id.replace(/^run_/, "").slice(0, 8)}`;
  const type = isText ? "text/markdown" : "application/json";
  return new File([getAnswerText(result)], `${name}.${isText ? "md" : "json"}`, {
    type: `${type};charset=utf-8`,
  });
}
