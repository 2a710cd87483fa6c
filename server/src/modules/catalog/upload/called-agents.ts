import { nanoToDecimal } from "@stoa/contract";
import type { DeclaredAgent, Problem } from "@stoa/runtime/protocol";
import type { CallableAgent, CallableAgents } from "../agents/callable-agents.ts";
import type { Finding } from "./check-report.ts";

/**
 * What is wrong with the first of these calls that cannot work, with its line.
 * @param ownId of the agent that the file becomes a version of, if it is there already.
 */
export function calledAgentsProblem(
  declared: readonly DeclaredAgent[],
  callable: CallableAgents,
  ownId: number | undefined,
): Problem | undefined {
  for (const one of declared) {
    const message =
      one.agentId === ownId ? "an agent cannot call itself" : problemOf(one, callable.get(one.agentId));
    if (message !== undefined)
      return {
        message: `${one.place}: ${message}`,
        ...(one.line !== undefined && { line: one.line }),
      };
  }
  return undefined;
}

/** The check of an upload that says which agents it calls, and what they cost. */
export function calledAgentsFinding(called: readonly number[], callable: CallableAgents): Finding {
  const words = called.flatMap((id) => callable.get(id) ?? []).map(inWords);
  if (words.length === 0) return { ok: true, detail: "Calls none" };
  const count = words.length === 1 ? "1 agent" : `${words.length} agents`;
  return { ok: true, detail: `Calls ${count}: ${words.join(", ")}` };
}

function problemOf({ agentId, inputs }: DeclaredAgent, agent: CallableAgent | undefined): string | undefined {
  if (!agent)
    return `there is no agent ${agentId} that everybody can run. Callers of this agent must be able to run that one too: name one that is public and active`;
  if (!inputs) return undefined;
  const unknown = inputs.find((name) => !takesInput(agent, name));
  const known = agent.inputs.map(({ name }) => name).join(", ") || "none";
  if (unknown !== undefined) return `${agent.name} has no input "${unknown}". It takes: ${known}`;
  const missing = agent.inputs.find(({ name, required }) => required && !inputs.includes(name));
  if (missing) return `${agent.name} needs "${missing.name}": add it to the properties of the tool's input`;
  return undefined;
}

/** An entry that takes all of `input_data` is given what it does not declare too. */
function takesInput({ takes, inputs }: CallableAgent, wanted: string): boolean {
  return takes === "input_data" || inputs.some(({ name }) => name === wanted);
}

function inWords({ name, pricePerToken }: CallableAgent): string {
  return pricePerToken === 0n ? `${name} (free)` : `${name} (${nanoToDecimal(pricePerToken)} USD per token)`;
}
