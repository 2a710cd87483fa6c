import type { ExecutionResult } from "@stoa/contract/runs";

/** Returns a file name for a text: `Deep Research Agent` becomes `deep-research-agent`. */
function fileStem(agentName: string): string {
  const stem = agentName
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  return stem || "agent";
}

/** Returns the output of a run as text: markdown as it is, anything else as JSON; nothing if there is none. */
export function answerText({ agent_output: output }: Pick<ExecutionResult, "agent_output">): string {
  if (output === null) return "";
  return typeof output === "string" ? output : JSON.stringify(output, null, 2);
}

/** Returns the answer of a run as a file to download. */
export function answerFile(result: Pick<ExecutionResult, "agent_output" | "metadata" | "run_id">): File {
  const written = typeof result.agent_output === "string";
  const name = `${fileStem(result.metadata.agent_name)}-${result.run_id.replace(/^run_/, "").slice(0, 8)}`;
  const type = written ? "text/markdown" : "application/json";
  return new File([answerText(result)], `${name}.${written ? "md" : "json"}`, {
    type: `${type};charset=utf-8`,
  });
}
