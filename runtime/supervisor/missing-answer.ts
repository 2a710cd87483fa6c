import { TEXTS } from "@stoa/contract";
import type { AgentOutput, RunReceipt, RuntimeName } from "../protocol/index.ts";
import { createFailedEnding } from "./endings.ts";

const PYTHON =
  "it returned nothing and printed nothing. Return the answer from the entry point, or print it.";

/** The remedies for the developer, which depend on the kind of agent. */
const REMEDIES: Readonly<Record<RuntimeName, string>> = {
  stoa: PYTHON,
  langchain: PYTHON,
  autogen: PYTHON,
  declarative: "its model returned empty output. Describe the expected answer in the instructions.",
  n8n: "the output node returned no item. Make each path end in a node that returns an item, or choose another output node.",
};

/** Returns whether an output is missing: null, or a string without a visible character. Empty lists are data. */
export function isMissingAnswer(output: AgentOutput): boolean {
  return output === null || (typeof output === "string" && output.trim() === "");
}

/** Returns the receipt. If the run completed without an answer, it becomes failed, because callers pay for answers. */
export function requireAnswer(receipt: RunReceipt, runtime: RuntimeName): RunReceipt {
  if (receipt.outcome !== "completed" || !isMissingAnswer(receipt.output)) return receipt;
  const { noAnswer } = TEXTS.run;
  return { ...receipt, ...createFailedEnding("failed", noAnswer, `${noAnswer}: ${REMEDIES[runtime]}`) };
}
