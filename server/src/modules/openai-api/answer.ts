import { type Artifact, type ExecutionResult, nanoToUsd, usdToNano } from "@stoa/contract";

/** The usage of an answer. Both of OpenAI's APIs present it, each in its own fields. */
export interface AnswerUsage {
  input: number;
  output: number;
  total: number;
  /** The amount by which the balance decreased, in USD. */
  cost: number;
}

/**
 * Returns the charged tokens of a run: those of the input, and all others, which the agent and its models wrote.
 * @param inputTokens the tokens of the input
 */
export function getUsage(result: ExecutionResult, inputTokens: number): AnswerUsage {
  const total = result.tokens_used;
  const input = Math.min(inputTokens, total);
  return { input, output: total - input, total, cost: nanoToUsd(usdToNano(result.total_cost)) };
}

/** Returns the answer as text: JSON if it is not text, and links to the files that the agent returned. */
export function presentText({ agent_output: output, artifacts }: ExecutionResult): string {
  const text = typeof output === "string" ? output : output === null ? "" : JSON.stringify(output);
  return text + presentFiles(artifacts, text !== "");
}

/**
 * Returns what follows the text that a stream has sent: the rest of the answer, and the links. An answer that does not begin
 * with that text is not repeated.
 */
export function presentRest(result: ExecutionResult, sent: string): string {
  if (sent === "") return presentText(result);
  const whole = presentText({ ...result, artifacts: [] });
  const rest = whole.startsWith(sent) ? whole.slice(sent.length) : "";
  return rest + presentFiles(result.artifacts, true);
}

/** Clients of OpenAI's APIs show only text, so files are links in Markdown. */
function presentFiles(artifacts: readonly Artifact[], followsText: boolean): string {
  if (artifacts.length === 0) return "";
  const links = artifacts.map(({ name, type, url }) => {
    const label = name.replace(/[[\]\\]/g, "\\$&");
    return `${type.startsWith("image/") ? "!" : ""}[${label}](${url})`;
  });
  return `${followsText ? "\n\n" : ""}${links.join("\n")}`;
}

/** Returns whether the answer was cut off at a limit of tokens or cost. */
export function isCutOff({ stop_reason: reason }: ExecutionResult): boolean {
  return reason === "length" || reason === "limit";
}
