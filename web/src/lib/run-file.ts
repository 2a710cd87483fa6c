import type { ExecutionResult } from "@stoa/contract/runs";

/** `Deep Research Agent` is `deep-research-agent` in a file's name. */
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

/** The answer of a run as the file that is downloaded. */
export function answerFile(result: Pick<ExecutionResult, "agent_output" | "metadata" | "run_id">): File {
  const written = typeof result.agent_output === "string";
  const name = `${fileStem(result.metadata.agent_name)}-${result.run_id.replace(/^run_/, "").slice(0, 8)}`;
  const type = written ? "text/markdown" : "application/json";
  return new File([answerText(result)], `${name}.${written ? "md" : "json"}`, {
    type: `${type};charset=utf-8`,
  });
}
