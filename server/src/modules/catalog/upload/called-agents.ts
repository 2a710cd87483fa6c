import { nanoToDecimal } from "@stoa/contract";
import type { DeclaredAgent, Inspection, InspectionProblem } from "@stoa/runtime/protocol";
import type { CallableAgent, CallableAgents } from "../agents/callable-agents.ts";
import { type CheckResult, failCheck } from "./check-list.ts";
import type { CheckTools, UploadedFile } from "./upload-context.ts";

/**
 * Checks that anyone who runs the agent can run the agents that it calls, and describes their prices.
 * @returns the result, with the agents that the file calls, each once.
 */
export async function checkCalledAgents({
  file,
  inspection: { agentProblem, declaration },
  tools,
}: {
  file: Pick<UploadedFile, "agentId">;
  inspection: Inspection;
  tools: Pick<CheckTools, "findCallableAgents">;
}): Promise<CheckResult<{ agents: number[] }>> {
  if (agentProblem) return failCheck(agentProblem);
  const agents = [...new Set(declaration.agents.map((one) => one.agentId))];
  const callable = await tools.findCallableAgents(agents);
  const problem = findCallProblem(declaration.agents, callable, file.agentId);
  if (problem) return failCheck(problem);
  return { ok: true, detail: describeCalledAgents(agents, callable), facts: { agents } };
}

/** @param ownId the agent of which the file becomes a version; undefined for a new agent. */
function findCallProblem(
  declared: readonly DeclaredAgent[],
  callable: CallableAgents,
  ownId: number | undefined,
): InspectionProblem | undefined {
  for (const one of declared) {
    const message =
      one.agentId === ownId
        ? "an agent cannot call itself"
        : explainCallProblem(one, callable.get(one.agentId));
    if (message !== undefined)
      return {
        message: `${one.place}: ${message}`,
        ...(one.line !== undefined && { line: one.line }),
      };
  }
  return undefined;
}

function describeCalledAgents(called: readonly number[], callable: CallableAgents): string {
  const agents = called.flatMap((id) => callable.get(id) ?? []).map(describeAgent);
  if (agents.length === 0) return "Calls no other agents";
  const count = agents.length === 1 ? "1 agent" : `${agents.length} agents`;
  return `Calls ${count}: ${agents.join(", ")}`;
}

function explainCallProblem(
  { agentId, inputs }: DeclaredAgent,
  agent: CallableAgent | undefined,
): string | undefined {
  if (!agent)
    return `agent ${agentId} does not exist or is not public and active. Callers must be able to run every agent that yours calls`;
  if (!inputs) return undefined;
  const unknown = inputs.find((name) => !hasInput(agent, name));
  const known = agent.inputs.map(({ name }) => name).join(", ") || "none";
  if (unknown !== undefined) return `${agent.name} has no input "${unknown}". Its inputs: ${known}`;
  const missing = agent.inputs.find(({ name, required }) => required && !inputs.includes(name));
  if (missing)
    return `${agent.name} requires "${missing.name}". Add it to the properties of the tool's input`;
  return undefined;
}

/**
 * Returns whether an agent accepts this input. An entry that takes all of `input_data` accepts undeclared inputs too.
 */
function hasInput({ takes, inputs }: CallableAgent, wanted: string): boolean {
  return takes === "input_data" || inputs.some(({ name }) => name === wanted);
}

function describeAgent({ name, pricePerToken }: CallableAgent): string {
  return pricePerToken === 0n ? `${name} (free)` : `${name} (${nanoToDecimal(pricePerToken)} USD per token)`;
}
