import type { ExecutionResult } from "@stoa/contract/runs";

/** An answer as a file. */
export interface RunFile {
  readonly name: string;
  readonly type: string;
  readonly text: string;
}

/** `Deep Research Agent` is `deep-research-agent` in a file's name. */
function fileStem(agentName: string): string {
  const stem = agentName
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  return stem || "agent";
}

/** The answer of a run as text: markdown as it came, anything else as JSON; nothing where there is none. */
export function answerText({ agent_output: output }: Pick<ExecutionResult, "agent_output">): string {
  if (output === null) return "";
  return typeof output === "string" ? output : JSON.stringify(output, null, 2);
}

/** The answer of a run as the file that is downloaded. */
export function answerFile(result: Pick<ExecutionResult, "agent_output" | "metadata" | "run_id">): RunFile {
  const written = typeof result.agent_output === "string";
  const name = `${fileStem(result.metadata.agent_name)}-${result.run_id.replace(/^run_/, "").slice(0, 8)}`;
  return {
    name: `${name}.${written ? "md" : "json"}`,
    type: written ? "text/markdown" : "application/json",
    text: answerText(result),
  };
}

/** Hands a file to the browser's downloads. */
export function download({ name, type, text }: RunFile): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
